// Buttons that download a report as CSV or PDF.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { DownloadButton, type FileContent } from '../download-button.tsx';

/** Timeout of a download, in ms: creating the file of a long report takes time. */
export const fileTimeoutMs = 60_000;

interface ReportFilesProps {
  /** File name without extension. */
  readonly name: string;
  readonly csv?: (() => Promise<FileContent>) | undefined;
  readonly pdf?: (() => Promise<FileContent>) | undefined;
}

export function ReportFiles({ name, csv, pdf }: ReportFilesProps) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', gap: 1 }}>
      {csv && (
        <DownloadButton
          icon={<DownloadOutlined />}
          text={t('reports_csv')}
          fileName={`${name}.csv`}
          type="csv"
          read={csv}
        />
      )}
      {pdf && (
        <DownloadButton
          icon={<PictureAsPdfOutlined />}
          text={t('reports_pdf')}
          fileName={`${name}.pdf`}
          type="pdf"
          read={pdf}
        />
      )}
    </Box>
  );
}
