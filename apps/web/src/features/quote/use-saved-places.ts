// React hook for the rider's saved addresses, most used first; empty for visitors.
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';
import type { SavedPlace } from '../../ui/place-field-props.ts';

interface SavedPlaces {
  readonly items: readonly SavedPlace[];
  /** Deletes a saved place; it reappears when the request fails. */
  readonly forget: (id: string) => void;
}

/** Number of places that fit below a field without scrolling. */
const most = 5;

/** `uid` of the user who books for themselves; null loads nothing. */
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
      // Ignored: the form works without saved places.
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
