// A car type's name by its id; '' for one that is not offered any more.
import { useCallback } from 'react';
import { useKerbSelector } from '../../lib/store.ts';

export function useCarTypeName(): (id: string | null) => string {
  const cars = useKerbSelector((state) => state.cartypes.cars);
  return useCallback((id) => cars?.find((car) => car.id === id)?.name ?? '', [cars]);
}
