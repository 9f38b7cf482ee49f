// Button that downloads the receipt of a booking as PDF.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { answers } from '../../lib/answers.ts';
import { offerFile } from '../../lib/offer-file.ts';
import { client } from '../../lib/store.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';

const printingMs = 30_000;

interface DownloadReceiptProps {
  /** Id of the booking. */
  readonly booking: string;
  readonly text: string;
  readonly onProblem: (problem: unknown) => void;
}

export function DownloadReceipt({ booking: id, text, onProblem }: DownloadReceiptProps) {
  const [readReceipt] = answers.getReceipt.useLazyQuery();
  const { busy, run } = useSubmission();
  const download = async () => {
    const bytes = await client.printReceipt({ params: { id } }, { timeoutMs: printingMs });
    const { number } = await readReceipt({ params: { id } }, true).unwrap();
    offerFile(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), `${number}.pdf`);
  };
  return (
    <LoadingButton
      variant="outlined"
      color="inherit"
      startIcon={<DownloadOutlined />}
      loading={busy}
      loadingPosition="start"
      onClick={() => void run(() => download().catch(onProblem))}
    >
      {text}
    </LoadingButton>
  );
}
