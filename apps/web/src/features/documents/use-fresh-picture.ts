// A picture behind a link that expires: when it no longer opens, a new link is asked for, once.
import type { DriverDocument } from '@kerb/contract';
import { useRef, useState } from 'react';

interface FreshPicture {
  /** The new link did not open either. */
  readonly broken: boolean;
  readonly onError: () => void;
}

export function useFreshPicture(document: DriverDocument | null, onStale: () => void): FreshPicture {
  const asked = useRef<string | null>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const url = document?.url ?? null;
  const id = document?.id ?? null;
  const onError = () => {
    if (asked.current === id) return setBroken(url);
    asked.current = id;
    onStale();
  };
  return { broken: url !== null && broken === url, onError };
}
