// React hook that sends a proof photo: compresses it, queues it with the trip's other steps, and previews it.
import type { ProofPhotoName } from '@kerb/domain/booking';
import { useEffect, useState } from 'react';
import type { QueuedStep } from '../../lib/trip-queue/queued-step.ts';
import { PictureError, preparePicture } from '../../ui/prepare-picture.ts';
import type { TakeStep } from './use-take-step.ts';

interface SendingPhoto {
  /** URL of the photo taken on this device, until the server has it. */
  readonly preview: string | null;
  readonly busy: boolean;
  /** The error, or null. */
  readonly problem: unknown;
  readonly take: (file: File) => void;
}

/** URL of the queued photo; the same key means the same photo, even when the store returns another object. */
function usePhotoUrl(queued: QueuedStep | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const key = queued?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the bytes
  useEffect(() => {
    if (!queued?.file) return setUrl(null);
    const made = URL.createObjectURL(new Blob([queued.file.bytes], { type: queued.file.type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [key]);
  return url;
}

/** `queued` is the queued photo of this name, rejected or not. */
export function useSendPhoto(
  name: ProofPhotoName,
  queued: QueuedStep | null,
  onTake: TakeStep['take'],
): SendingPhoto {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const preview = usePhotoUrl(queued);

  const run = async (file: File) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const ready = await preparePicture(file);
      await onTake(name, { file: { bytes: await ready.arrayBuffer(), type: ready.type } });
    } catch (error) {
      setProblem(error instanceof PictureError ? error.code : error);
    } finally {
      setBusy(false);
    }
  };
  return { preview, busy, problem, take: (file) => void run(file) };
}
