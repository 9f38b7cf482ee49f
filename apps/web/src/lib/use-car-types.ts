// The operator's car types in the language on the screen, read when the first screen needs them.
import type { CarType } from '@kerb/domain/fleet';
import { ownTextIn, textIn } from '@kerb/domain/kernel';
import { fetchCarTypes } from '@kerb/sdk/store';
import { useCallback, useEffect, useMemo } from 'react';
import { useLanguage } from './i18n/use-language.ts';
import { store, useKerbDispatch, useKerbSelector } from './store.ts';

const none: readonly CarType[] = [];

/** Read once, however many components of a list ask; after a failure the next screen tries again. */
function useStoredCarTypes(): readonly CarType[] {
  const dispatch = useKerbDispatch();
  const cars = useKerbSelector((state) => state.cartypes.cars);
  const isMissing = cars === null;
  useEffect(() => {
    if (isMissing && !store.getState().cartypes.loading) void dispatch(fetchCarTypes());
  }, [isMissing, dispatch]);
  return cars ?? none;
}

/** What lists to choose from show. Empty until they are here. */
export function useCarTypes(): readonly Pick<CarType, 'id' | 'name'>[] {
  const cars = useStoredCarTypes();
  const { locale } = useLanguage();
  return useMemo(
    () => cars.map((car) => ({ id: car.id, name: textIn(car, 'name', locale) })),
    [cars, locale],
  );
}

/** What a booking, a task or a driver says of a car type: its id, and the name it had then where that is stored. */
interface NamedCar {
  readonly carType: string | null;
  readonly carTypeName?: string | null;
}

/**
 * The name of a car type in the language on the screen. Where it has none of its own, and for a car type that is not
 * offered any more, the name it had then; '' for no car type.
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
