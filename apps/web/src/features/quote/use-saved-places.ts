// The rider's saved addresses, most used first; none for visitors.
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';
import type { SavedPlace } from '../../ui/place-field-props.ts';

interface SavedPlaces {
  readonly items: readonly SavedPlace[];
  /** Forgets one; it comes back where the server did not take it. */
  readonly forget: (id: string) => void;
}

/** As many as fit below a field without scrolling. */
const most = 5;

/** `uid` of a user who books for themselves; null loads nothing. */
export function useSavedPlaces(uid: string | null): SavedPlaces {
  const [items, setItems] = useState<readonly SavedPlace[]>([]);
  const [version, setVersion] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is read again
  useEffect(() => {
    if (uid === null) return setItems([]);
    const running = new AbortController();
    client.getSavedAddresses({}, { signal: running.signal }).then(
      (saved) =>
        setItems(saved.items.map(({ id, lat, lng, description }) => ({ id, lat, lng, add: description }))),
      // The form works without them.
      () => undefined,
    );
    return () => running.abort();
  }, [uid, version]);
  const forget = useCallback((id: string) => {
    setItems((before) => before.filter((place) => place.id !== id));
    client
      .deleteSavedAddress({ params: { id } })
      .then(undefined, () => undefined)
      .finally(() => setVersion((before) => before + 1));
  }, []);
  return { items: items.slice(0, most), forget };
}
