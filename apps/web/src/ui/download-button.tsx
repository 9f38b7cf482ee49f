// Button that requests a file and offers it as a download; an alert shows why a request failed.
import type { ReactNode } from 'react';
import { offerFile } from '../lib/offer-file.ts';
import { useErrorText } from '../lib/use-error-text.ts';
import { useSubmission } from '../lib/use-submission.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { CompactButton } from './compact-button.tsx';

const types = { csv: 'text/csv;charset=utf-8', pdf: 'application/pdf' } as const;

export type FileContent = string | Uint8Array<ArrayBuffer>;

interface DownloadButtonProps {
  readonly icon: ReactNode;
  readonly text: string;
  readonly fileName: string;
  readonly type: keyof typeof types;
  readonly read: () => Promise<FileContent>;
}

export function DownloadButton({ icon, text, fileName, type, read }: DownloadButtonProps) {
  const errorText = useErrorText();
  const { busy, problem, run, clearProblem } = useSubmission();
  const download = async () => offerFile(new Blob([await read()], { type: types[type] }), fileName);
  return (
    <>
      <CompactButton
        variant="outlined"
        icon={icon}
        text={text}
        loading={busy}
        onClick={() => void run(download)}
      />
      <AlertDialog message={problem === null ? null : errorText(problem)} onClose={clearProblem} />
    </>
  );
}
