// Which drivers the map shows: by what they are doing and by their car type.
import type { FleetState } from '../../map/fleet-plan.ts';
import type { LiveDriver } from './live-drivers.ts';

export interface FleetFilter {
  readonly state: FleetState | 'all';
  /** Id of a car type; '' for all. */
  readonly carType: string;
}

export const everybody: FleetFilter = { state: 'all', carType: '' };

/** A driver without a booking that may be told here can be on a trip all the same: it is another fleet's. */
export function stateOf({ booking, queue }: Pick<LiveDriver, 'booking' | 'queue'>): FleetState {
  switch (booking?.status) {
    case 'ACCEPTED':
    case 'ARRIVED':
      return 'on_way';
    case undefined:
      return queue ? 'on_trip' : 'free';
    default:
      return 'on_trip';
  }
}

export function filtered(drivers: readonly LiveDriver[], filter: FleetFilter): readonly LiveDriver[] {
  const { state, carType } = filter;
  if (state === 'all' && carType === '') return drivers;
  return drivers.filter(
    (driver) =>
      (state === 'all' || stateOf(driver) === state) && (carType === '' || driver.carType === carType),
  );
}
