// Button that exports a whole list as a CSV file; shown only while AllowCriticalEditsAdmin is on.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { offerFile } from '../lib/offer-file.ts';
import { useErrorText } from '../lib/use-error-text.ts';
import { useSettings } from '../lib/use-settings.ts';
import { useSubmission } from '../lib/use-submission.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { CompactButton } from './compact-button.tsx';

interface ExportCsvProps {
  readonly text: string;
  readonly fileName: string;
  /** Requests the file, with a longer timeout, because long lists take time. */
  readonly read: (options: { timeoutMs: number }) => Promise<string | Uint8Array<ArrayBuffer>>;
}

const longListMs = 60_000;

export function ExportCsv({ text, fileName, read }: ExportCsvProps) {
  const settings = useSettings();
  const errorText = useErrorText();
  const { busy, problem, run, clearProblem } = useSubmission();
  if (!settings?.AllowCriticalEditsAdmin) return null;

  const download = async () => {
    const csv = await read({ timeoutMs: longListMs });
    offerFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), fileName);
  };
  return (
    <>
      <CompactButton
        variant="outlined"
        icon={<DownloadOutlined />}
        text={text}
        loading={busy}
        onClick={() => void run(download)}
      />
      <AlertDialog message={problem === null ? null : errorText(problem)} onClose={clearProblem} />
    </>
  );
}
