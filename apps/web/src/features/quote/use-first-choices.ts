// React hooks that preselect the pickup (the user's location) and a car type with a free car nearby.
import type { CarType } from '@kerb/domain/fleet';
import { updateTripCar, updateTripPickup } from '@kerb/sdk/store';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { store, useKerbDispatch } from '../../lib/store.ts';
import { useSettings } from '../../lib/use-settings.ts';
import type { Nearby } from './use-nearby.ts';
import type { TripDraft } from './use-trip-draft.ts';

/** Sets the pickup to the user's location when the form opens, unless a pickup is set or `isEntered` by the user. */
export function useOwnPickup(wanted: boolean, isEntered: boolean): void {
  const dispatch = useKerbDispatch();
  const bounds = useSettings()?.city.bounds;
  const isAsked = useRef(false);
  const entered = useRef(isEntered);
  useLayoutEffect(() => {
    entered.current = isEntered;
  }, [isEntered]);
  useEffect(() => {
    const isMissing = () => store.getState().tripdata.pickup === null && !entered.current;
    if (!wanted || !bounds || isAsked.current || !isMissing()) return;
    isAsked.current = true;
    import('./own-pickup.ts')
      .then(({ ownPickup }) => ownPickup(bounds))
      .then(
        (place) => place && isMissing() && dispatch(updateTripPickup(place)),
        () => undefined,
      );
  }, [wanted, bounds, dispatch]);
}

/**
 * Preselects a car type while no available one is chosen: the first with a free car, in the operator's order. Until the
 * nearby cars are loaded it preselects the first car type, which may then change once.
 */
export function useFirstCar(
  cars: readonly CarType[] | null,
  nearby: Nearby | null,
  { carType, when }: Pick<TripDraft, 'carType' | 'when'>,
): void {
  const dispatch = useKerbDispatch();
  const provisional = useRef<string | null>(null);
  const { bookLater } = when;
  useEffect(() => {
    if (cars === null) return;
    const isChosen = carType !== provisional.current && cars.some(({ id }) => id === carType);
    if (isChosen) return;
    const isFree = ({ id }: CarType) =>
      nearby?.carTypes.some((entry) => entry.carType === id && entry.count > 0) ?? false;
    const first = (bookLater ? undefined : cars.find(isFree)) ?? cars[0];
    provisional.current = nearby === null ? (first?.id ?? null) : null;
    if (first && first.id !== carType) dispatch(updateTripCar(first.id));
  }, [cars, nearby, carType, bookLater, dispatch]);
}
