// A car type's name by its id; '' for one that is not offered any more.
import { fetchCarTypes } from '@kerb/sdk/store';
import { useCallback, useEffect } from 'react';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';

/** Reads the car types, unless another screen has done so. */
export function useCarTypes(): void {
  const dispatch = useKerbDispatch();
  const known = useKerbSelector(({ cartypes }) => cartypes.cars !== null || cartypes.loading);
  // A failed reading leaves the names out, and is not repeated for ever.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the screen opens
  useEffect(() => {
    if (!known) void dispatch(fetchCarTypes());
  }, [dispatch]);
}

export function useCarTypeName(): (id: string | null) => string {
  const cars = useKerbSelector((state) => state.cartypes.cars);
  return useCallback((id) => cars?.find((car) => car.id === id)?.name ?? '', [cars]);
}
