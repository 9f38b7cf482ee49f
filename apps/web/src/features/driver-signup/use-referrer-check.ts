// React hook that checks with the server whether a referral code exists, debounced while it is typed.
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

/** 'unchecked': the field is empty, or the request failed; the sign-up request checks it again. */
export type ReferrerCheck = 'unchecked' | 'checking' | 'known' | 'unknown';

const PAUSE_MS = 400;

export function useReferrerCheck(code: string): ReferrerCheck {
  const referralId = code.trim();
  const [answer, setAnswer] = useState<{ code: string; check: ReferrerCheck } | null>(null);
  useEffect(() => {
    if (referralId === '') return;
    const left = new AbortController();
    const check = async () => {
      try {
        const { uid } = await client.validateReferrer({ body: { referralId } }, { signal: left.signal });
        setAnswer({ code: referralId, check: uid === null ? 'unknown' : 'known' });
      } catch {
        if (!left.signal.aborted) setAnswer({ code: referralId, check: 'unchecked' });
      }
    };
    const timer = setTimeout(() => void check(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [referralId]);
  if (referralId === '') return 'unchecked';
  return answer?.code === referralId ? answer.check : 'checking';
}
