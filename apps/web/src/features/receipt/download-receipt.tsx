// Button that downloads the receipt of a booking as PDF.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { answers } from '../../lib/answers.ts';
import { offerFile } from '../../lib/offer-file.ts';
import { client } from '../../lib/store.ts';

const printingMs = 30_000;

interface DownloadReceiptProps {
  /** Id of the booking. */
  readonly booking: string;
  readonly text: string;
  readonly onProblem: (problem: unknown) => void;
}

export function DownloadReceipt({ booking: id, text, onProblem }: DownloadReceiptProps) {
  const [readReceipt] = answers.getReceipt.useLazyQuery();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const bytes = await client.printReceipt({ params: { id } }, { timeoutMs: printingMs });
      const { number } = await readReceipt({ params: { id } }, true).unwrap();
      offerFile(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), `${number}.pdf`);
    } catch (problem) {
      onProblem(problem);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<DownloadOutlined />}
      loading={busy}
      loadingPosition="start"
      onClick={() => void download()}
    >
      {text}
    </Button>
  );
}
