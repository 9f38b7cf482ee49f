// React hook for a picture behind a link that expires: requests a new link once when the picture fails to load.
import type { DriverDocument } from '@kerb/contract';
import { useRef, useState } from 'react';

interface FreshPicture {
  /** True when the new link failed too. */
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
