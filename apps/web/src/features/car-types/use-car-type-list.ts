// The car types as the server has them now, read when the console opens them and again when one changes.
import type { CarType } from '@kerb/domain/fleet';
import { fetchCarTypes } from '@kerb/sdk/store';
import { useCallback, useEffect, useState } from 'react';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';

export interface CarTypeList {
  /** Null until they are here. */
  readonly cars: readonly CarType[] | null;
  /** An error key; null while loading or loaded. */
  readonly problem: string | null;
  /** `cars` was loaded after the mount, or after the last reload. */
  readonly isFresh: boolean;
  readonly reload: () => void;
}

export function useCarTypeList(): CarTypeList {
  const dispatch = useKerbDispatch();
  const { cars, error } = useKerbSelector((state) => state.cartypes);
  const [isFresh, setFresh] = useState(false);
  const reload = useCallback(() => {
    setFresh(false);
    void dispatch(fetchCarTypes()).then(() => setFresh(true));
  }, [dispatch]);
  useEffect(reload, [reload]);
  return { cars, isFresh, reload, problem: cars === null && error.flag ? (error.msg ?? 'internal') : null };
}
