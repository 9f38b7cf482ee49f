// How many people with a device a message would reach, counted by the server for what is chosen.
import type { DeviceType, NotifiedUsertype } from '@kerb/contract';
import { useEffect, useState } from 'react';
import { client } from '../../lib/store.ts';

export interface Audience {
  readonly devicetype: DeviceType;
  readonly usertype: NotifiedUsertype;
}

/** Null while it is counted, and where it could not be. */
export function useReach(audience: Audience | null): { count: number | null; problem: unknown } {
  const [found, setFound] = useState<{ count: number | null; problem: unknown; of: string } | null>(null);
  const devicetype = audience?.devicetype;
  const usertype = audience?.usertype;
  const key = `${devicetype} ${usertype}`;
  useEffect(() => {
    if (devicetype === undefined || usertype === undefined) return;
    const abort = new AbortController();
    client.previewNotification({ query: { devicetype, usertype } }, { signal: abort.signal }).then(
      ({ count }) => !abort.signal.aborted && setFound({ count, problem: null, of: key }),
      (problem: unknown) => !abort.signal.aborted && setFound({ count: null, problem, of: key }),
    );
    return () => abort.abort();
  }, [devicetype, usertype, key]);
  return found?.of === key ? found : { count: null, problem: null };
}
