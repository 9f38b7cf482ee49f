// A car type's name by its id; '' for one that is not offered any more.
import { fetchCarTypes } from '@kerb/sdk/store';
import { useCallback, useEffect } from 'react';
import { store, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';

/** Reads the car types once, unless another screen has done so; a failed reading leaves the names out. */
export function useCarTypes(): void {
  const dispatch = useKerbDispatch();
  useEffect(() => {
    const { cars, loading } = store.getState().cartypes;
    if (cars === null && !loading) void dispatch(fetchCarTypes());
  }, [dispatch]);
}

export function useCarTypeName(): (id: string | null) => string {
  const cars = useKerbSelector((state) => state.cartypes.cars);
  return useCallback((id) => cars?.find((car) => car.id === id)?.name ?? '', [cars]);
}
