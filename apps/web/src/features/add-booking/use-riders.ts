// Riders found by name, number or e-mail, as an admin types.
import type { Person } from '@kerb/contract';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

const pauseMs = 250;
const most = 8;

interface Riders {
  readonly items: readonly Person[];
  readonly loading: boolean;
  readonly failed: boolean;
}

/** Asks while `open`; a late answer never replaces a newer one. */
export function useRiders(q: string, open: boolean): Riders {
  const [found, setFound] = useState<{ q: string; items: readonly Person[] } | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!open) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      const words = q === '' ? {} : { q };
      const query = { ...words, usertype: 'rider', limit: most, sort: 'firstName', order: 'asc' } as const;
      client.listUsers({ query }, { signal: asking.signal }).then(
        ({ items }) => {
          if (asking.signal.aborted) return;
          setFound({ q, items });
          setFailed(false);
        },
        () => !asking.signal.aborted && setFailed(true),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [q, open]);
  return { items: found?.items ?? [], loading: open && found?.q !== q && !failed, failed };
}
