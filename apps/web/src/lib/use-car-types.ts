// The operator's car types, read when the first screen needs them.
import { fetchCarTypes, type RootState } from '@kerb/sdk/store';
import { useEffect } from 'react';
import { useKerbDispatch, useKerbSelector } from './store.ts';

type CarTypes = NonNullable<RootState['cartypes']['cars']>;

const none: CarTypes = [];

/** Empty until they are here. */
export function useCarTypes(): CarTypes {
  const dispatch = useKerbDispatch();
  const cars = useKerbSelector((state) => state.cartypes.cars);
  const isMissing = cars === null;
  useEffect(() => {
    if (isMissing) void dispatch(fetchCarTypes());
  }, [isMissing, dispatch]);
  return cars ?? none;
}
