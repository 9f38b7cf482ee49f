// React hook that uploads the licence picture as soon as it is chosen: the sign-up request is fast, and a bad picture
// is rejected early.
import { randomKey } from '@kerb/sdk/client';
import { useCallback, useRef, useState } from 'react';
import { client } from '../../lib/store.ts';
import type { SentLicense } from './signup-draft.ts';

export interface LicenseUpload {
  /** The chosen picture; null after a reload, when only the server has it. */
  readonly picture: Blob | null;
  readonly sending: boolean;
  /** ApiError of the last upload, or null. */
  readonly problem: unknown;
  readonly choose: (picture: Blob | null) => void;
  /** Uploads the same picture again. */
  readonly retry: () => void;
}

export function useLicenseUpload(onSent: (license: SentLicense | null) => void): LicenseUpload {
  const [picture, setPicture] = useState<Blob | null>(null);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const last = useRef<{ picture: Blob; key: string } | null>(null);

  const send = useCallback(
    async (one: { picture: Blob; key: string }) => {
      setSending(true);
      setProblem(null);
      try {
        const { licenseImage, expiresAt } = await client.uploadSignupLicense(
          { file: one.picture },
          { idempotencyKey: one.key },
        );
        if (last.current === one) onSent({ url: licenseImage, expiresAt });
      } catch (error) {
        if (last.current === one) setProblem(error);
      } finally {
        if (last.current === one) setSending(false);
      }
    },
    [onSent],
  );

  const choose = useCallback(
    (chosen: Blob | null) => {
      last.current = chosen && { picture: chosen, key: randomKey() };
      setPicture(chosen);
      setProblem(null);
      setSending(false);
      onSent(null);
      if (last.current) void send(last.current);
    },
    [onSent, send],
  );
  const retry = useCallback(() => {
    if (last.current) void send(last.current);
  }, [send]);

  return { picture, sending, problem, choose, retry };
}
