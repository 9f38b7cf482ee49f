// React hook for a call that must take effect once: a retry of the same input reuses the idempotency key when the
// outcome of the last attempt is unknown, such as after a lost response.
import { ApiError, randomKey } from '@kerb/sdk/client';
import { useCallback, useRef } from 'react';

/** Error codes of an attempt that is running or took effect, without an answer to repeat. */
const unknownOutcomes: ReadonlySet<string> = new Set(['request_in_progress', 'conflict']);

/** The server repeats a stored rejection for its key, but the same request may succeed later, so it needs a new key. */
const isRejected = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !unknownOutcomes.has(error.code);

/** Runs `call` with the key of the input. */
export type CallWithKey = <Answer>(
  input: unknown,
  call: (idempotencyKey: string) => Promise<Answer>,
) => Promise<Answer>;

/** Call it where the component stays mounted while a dialog is closed and opened again, so that its key lasts. */
export function useIdempotencyKey(): CallWithKey {
  const attempt = useRef<{ readonly input: string; readonly key: string } | null>(null);
  return useCallback<CallWithKey>(async (input, call) => {
    const written = JSON.stringify(input);
    const current =
      attempt.current?.input === written ? attempt.current : { input: written, key: randomKey() };
    attempt.current = current;
    try {
      const answer = await call(current.key);
      attempt.current = null;
      return answer;
    } catch (error) {
      if (isRejected(error)) attempt.current = null;
      throw error;
    }
  }, []);
}
