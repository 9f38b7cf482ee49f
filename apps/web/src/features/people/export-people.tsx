// The whole list as a CSV file; the button is there only while contact data is not hidden.
import type { RouteInput, Routes } from '@kerb/contract';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offerFile } from '../../lib/offer-file.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { CompactButton } from '../../ui/compact-button.tsx';

export type ExportQuery = NonNullable<RouteInput<Routes['exportUsers']>['query']>;

const longListMs = 60_000;

export function ExportPeople({ query, fileName }: { query: ExportQuery; fileName: string }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  if (!settings?.AllowCriticalEditsAdmin) return null;

  const download = async () => {
    setBusy(true);
    try {
      const csv = await client.exportUsers({ query }, { timeoutMs: longListMs });
      offerFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), fileName);
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
        text={t('people_export')}
        loading={busy}
        onClick={() => void download()}
      />
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </>
  );
}
