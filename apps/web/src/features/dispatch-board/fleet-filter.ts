// Filters the drivers on the map by state and by car type.
import type { FleetState } from '../../map/fleet-plan.ts';
import type { LiveDriver } from './live-drivers.ts';

export interface FleetFilter {
  readonly state: FleetState | 'all';
  /** Id of a car type; '' for all. */
  readonly carType: string;
}

export const allDrivers: FleetFilter = { state: 'all', carType: '' };

/** The state is correct also when the booking belongs to another fleet and is hidden from the viewer. */
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
