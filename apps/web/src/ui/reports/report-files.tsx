// Buttons that download a report as CSV or PDF.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offerFile } from '../../lib/offer-file.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { AlertDialog } from '../alert-dialog.tsx';
import { CompactButton } from '../compact-button.tsx';

/** Timeout of a download, in ms: creating the file of a long report takes time. */
export const fileTimeoutMs = 60_000;

type Bytes = Uint8Array<ArrayBuffer>;

interface ReportFilesProps {
  /** File name without extension. */
  readonly name: string;
  readonly csv?: (() => Promise<Bytes | string>) | undefined;
  readonly pdf?: (() => Promise<Bytes | string>) | undefined;
}

const types = { csv: 'text/csv;charset=utf-8', pdf: 'application/pdf' } as const;

export function ReportFiles({ name, csv, pdf }: ReportFilesProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [busy, setBusy] = useState<'csv' | 'pdf' | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const download = async (kind: 'csv' | 'pdf', read: () => Promise<Bytes | string>) => {
    setBusy(kind);
    try {
      offerFile(new Blob([await read()], { type: types[kind] }), `${name}.${kind}`);
    } catch (error) {
      setAlert(errorText(error));
    } finally {
      setBusy(null);
    }
  };
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {csv && (
        <CompactButton
          variant="outlined"
          icon={<DownloadOutlined />}
          text={t('reports_csv')}
          loading={busy === 'csv'}
          onClick={() => void download('csv', csv)}
        />
      )}
      {pdf && (
        <CompactButton
          variant="outlined"
          icon={<PictureAsPdfOutlined />}
          text={t('reports_pdf')}
          loading={busy === 'pdf'}
          onClick={() => void download('pdf', pdf)}
        />
      )}
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </Box>
  );
}
