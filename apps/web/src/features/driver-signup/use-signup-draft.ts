// React hook that stores the sign-up's draft in sessionStorage, so that a reload loses only the picture.
import { useCallback, useEffect, useState } from 'react';
import { tabStorage } from '../../lib/browser-storage.ts';
import { emptyDraft, readDraft, type SignupDraft, type SignupFields } from './signup-draft.ts';

/** Also known to start-on-use.ts, which imports nothing. */
export const storageKey = 'kerb_driver_signup';

function store(draft: SignupDraft | null): void {
  tabStorage.write(storageKey, draft && JSON.stringify(draft));
}

interface StoredDraft {
  readonly draft: SignupDraft;
  readonly change: (part: Partial<SignupDraft>) => void;
  readonly setFields: (fields: Partial<SignupFields>) => void;
  readonly forget: () => void;
}

/** `referral`: referral code of the link that opened the sign-up. */
export function useSignupDraft(referral: string): StoredDraft {
  const [draft, setDraft] = useState(
    () => readDraft(tabStorage.read(storageKey), Date.now()) ?? emptyDraft(referral),
  );
  const [done, setDone] = useState(false);
  useEffect(() => store(done ? null : draft), [draft, done]);
  const change = useCallback((part: Partial<SignupDraft>) => setDraft((last) => ({ ...last, ...part })), []);
  const setFields = useCallback(
    (fields: Partial<SignupFields>) =>
      setDraft((last) => ({ ...last, fields: { ...last.fields, ...fields } })),
    [],
  );
  const forget = useCallback(() => setDone(true), []);
  return { draft, change, setFields, forget };
}
