// Button that exports a whole list as a CSV file; shown only while AllowCriticalEditsAdmin is on.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { useSettings } from '../lib/use-settings.ts';
import { DownloadButton, type FileContent } from './download-button.tsx';

interface ExportCsvProps {
  readonly text: string;
  readonly fileName: string;
  /** Requests the file, with a longer timeout, because long lists take time. */
  readonly read: (options: { timeoutMs: number }) => Promise<FileContent>;
}

const longListMs = 60_000;

export function ExportCsv({ text, fileName, read }: ExportCsvProps) {
  const settings = useSettings();
  if (!settings?.AllowCriticalEditsAdmin) return null;
  return (
    <DownloadButton
      icon={<DownloadOutlined />}
      text={text}
      fileName={fileName}
      type="csv"
      read={() => read({ timeoutMs: longListMs })}
    />
  );
}
