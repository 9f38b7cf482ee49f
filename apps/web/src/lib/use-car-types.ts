// React hooks for the operator's car types in the current language, loaded when a screen first needs them.
import type { CarType } from '@kerb/domain/fleet';
import { ownTextIn, textIn } from '@kerb/domain/kernel';
import { fetchCarTypes } from '@kerb/sdk/store';
import { useCallback, useEffect, useMemo } from 'react';
import { useLanguage } from './i18n/use-language.ts';
import { store, useKerbDispatch, useKerbSelector } from './store.ts';

const none: readonly CarType[] = [];

/** Loads the car types once for all components that use them; after a failure the next mounted component retries. */
function useStoredCarTypes(): readonly CarType[] {
  const dispatch = useKerbDispatch();
  const cars = useKerbSelector((state) => state.cartypes.cars);
  const isMissing = cars === null;
  useEffect(() => {
    if (isMissing && !store.getState().cartypes.loading) void dispatch(fetchCarTypes());
  }, [isMissing, dispatch]);
  return cars ?? none;
}

/** Ids and names for selection lists. Empty until they have loaded. */
export function useCarTypes(): readonly Pick<CarType, 'id' | 'name'>[] {
  const cars = useStoredCarTypes();
  const { locale } = useLanguage();
  return useMemo(
    () => cars.map((car) => ({ id: car.id, name: textIn(car, 'name', locale) })),
    [cars, locale],
  );
}

/** The car type stored in a booking, task or driver: its id, and the name at that time, if it was stored. */
interface NamedCar {
  readonly carType: string | null;
  readonly carTypeName?: string | null;
}

/**
 * Returns the name of a car type in the current language. Without a translation, or when the car type is no longer
 * offered, it is the stored name; '' without a car type.
 */
export function useCarName(): (named: NamedCar) => string {
  const cars = useStoredCarTypes();
  const { locale } = useLanguage();
  return useCallback(
    ({ carType, carTypeName }) => {
      const car = cars.find(({ id }) => id === carType);
      return ownTextIn(car?.translations, 'name', locale) ?? carTypeName ?? car?.name ?? '';
    },
    [cars, locale],
  );
}
