// Sends a proof photo: made fit to send, shown while it is on its way, kept to be sent again when it was not received.
import type { BookingView } from '@kerb/contract';
import type { ProofPhotoName } from '@kerb/domain/booking';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';
import { PictureError, preparePicture } from '../../ui/prepare-picture.ts';

interface SendingPhoto {
  /** URL of the photo just taken, until the server has it. */
  readonly preview: string | null;
  readonly busy: boolean;
  /** What it was refused for; null while nothing is wrong. */
  readonly problem: unknown;
  readonly take: (file: File) => void;
  /** Sends the same photo once more; null when there is nothing that could be. */
  readonly again: (() => void) | null;
}

function useBlobUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return setUrl(null);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}

const send = (id: string, name: ProofPhotoName, file: Blob): Promise<BookingView> =>
  name === 'pickup_image'
    ? client.setPickupImage({ params: { id }, file })
    : client.setDeliverImage({ params: { id }, file });

export function useSendPhoto(
  id: string,
  name: ProofPhotoName,
  onTaken: (booking: BookingView) => void,
): SendingPhoto {
  const [picture, setPicture] = useState<Blob | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const preview = useBlobUrl(picture);

  const run = async (prepare: () => Promise<Blob>) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const ready = await prepare();
      setPicture(ready);
      onTaken(await send(id, name, ready));
      setPicture(null);
    } catch (error) {
      setProblem(error instanceof PictureError ? error.code : error);
    } finally {
      setBusy(false);
    }
  };

  return {
    preview,
    busy,
    problem,
    take: (file) => void run(() => preparePicture(file)),
    again: problem !== null && picture !== null ? () => void run(async () => picture) : null,
  };
}
