// The payouts that wait, as a CSV file for the bank; the button is there only while AllowCriticalEditsAdmin is on.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offerFile } from '../../lib/offer-file.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { CompactButton } from '../../ui/compact-button.tsx';

const longListMs = 60_000;

export function ExportWithdraws() {
  const { t } = useTranslation();
  const settings = useSettings();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  if (!settings?.AllowCriticalEditsAdmin) return null;

  const download = async () => {
    setBusy(true);
    try {
      const csv = await client.exportWithdraws({ query: { state: 'pending' } }, { timeoutMs: longListMs });
      offerFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), 'withdraws.csv');
    } catch (error) {
      setAlert(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <CompactButton
        variant="outlined"
        icon={<DownloadOutlined />}
        text={t('withdraws_csv')}
        loading={busy}
        onClick={() => void download()}
      />
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </>
  );
}
