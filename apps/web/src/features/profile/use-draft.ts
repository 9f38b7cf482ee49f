// What was typed into the profile and not saved survives leaving by the back button: it is there on return.
import { useEffect, useRef, useState } from 'react';
import type { ProfileFields } from './profile-rules.ts';

/** Of the person who typed it, for as long as the page lives. */
let kept: { uid: string; fields: ProfileFields } | null = null;

/** Answers what was kept, once; keeps what `read` gives when the form goes, null being nothing to keep. */
export function useDraft(uid: string, read: () => ProfileFields | null): ProfileFields | null {
  const [found] = useState(() => (kept?.uid === uid ? kept.fields : null));
  const newest = useRef(read);
  useEffect(() => {
    newest.current = read;
  });
  useEffect(() => {
    kept = null;
    return () => {
      const fields = newest.current();
      kept = fields ? { uid, fields } : null;
    };
  }, [uid]);
  return found;
}
