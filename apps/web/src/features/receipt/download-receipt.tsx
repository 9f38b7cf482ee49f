// The button that downloads the receipt of a booking as PDF.
import type { Receipt } from '@kerb/contract';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { offerFile } from '../../lib/offer-file.ts';
import { client } from '../../lib/store.ts';

const printingMs = 30_000;

interface DownloadReceiptProps {
  /** Id of the booking. */
  readonly booking: string;
  readonly text: string;
  /** Null where it was not read yet: its number is asked for with the file. */
  readonly receipt: Receipt | null;
  readonly onProblem: (problem: unknown) => void;
}

export function DownloadReceipt({ booking: id, text, receipt, onProblem }: DownloadReceiptProps) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const bytes = await client.printReceipt({ params: { id } }, { timeoutMs: printingMs });
      const { number } = receipt ?? (await client.getReceipt({ params: { id } }));
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
