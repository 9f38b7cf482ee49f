// Riders found by name, number or e-mail, as an admin types.
import type { User } from '@kerb/contract';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

const pauseMs = 250;
const most = 8;

interface Riders {
  readonly items: readonly User[];
  readonly loading: boolean;
  readonly failed: boolean;
}

/** Asks while `open`; a late answer never replaces a newer one. */
export function useRiders(q: string, open: boolean): Riders {
  const [found, setFound] = useState<{ q: string; items: readonly User[] } | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!open) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const words = q === '' ? {} : { q };
      const query = { ...words, usertype: 'rider', limit: most, sort: 'firstName', order: 'asc' } as const;
      client.listUsers({ query }, { signal: controller.signal }).then(
        ({ items }) => {
          if (controller.signal.aborted) return;
          setFound({ q, items });
          setFailed(false);
        },
        () => !controller.signal.aborted && setFailed(true),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [q, open]);
  return { items: found?.items ?? [], loading: open && found?.q !== q && !failed, failed };
}
