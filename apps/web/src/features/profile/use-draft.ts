// React hook that stores unsaved profile changes in memory, so that they are restored when the user navigates back.
import { useEffect, useRef, useState } from 'react';
import type { ProfileFields } from './profile-rules.ts';

type Draft = Partial<ProfileFields>;

/** The edited fields with the user who typed them; lost on a reload. */
let saved: { uid: string; fields: Draft } | null = null;

/** Returns the saved draft once; stores the result of `read` when the form unmounts, unless it is null. */
export function useDraft(uid: string, read: () => Draft | null): Draft | null {
  const [found] = useState(() => (saved?.uid === uid ? saved.fields : null));
  const newest = useRef(read);
  useEffect(() => {
    newest.current = read;
  });
  useEffect(() => {
    saved = null;
    return () => {
      const fields = newest.current();
      saved = fields ? { uid, fields } : null;
    };
  }, [uid]);
  return found;
}
