// React hook that sends a proof photo: compresses it, queues it with the trip's other steps, and previews it.
import type { ProofPhotoName } from '@kerb/domain/booking';
import { useEffect, useState } from 'react';
import type { QueuedStep } from '../../lib/trip-queue/queued-step.ts';
import { useSubmission } from '../../lib/use-submission.ts';
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
  const { busy, problem, run } = useSubmission();
  const preview = usePhotoUrl(queued);

  const send = async (file: File) => {
    const ready = await preparePicture(file);
    await onTake(name, { file: { bytes: await ready.arrayBuffer(), type: ready.type } });
  };
  return {
    preview,
    busy,
    problem: problem instanceof PictureError ? problem.code : problem,
    take: (file) => void run(() => send(file)),
  };
}
