// "My tasks": NEW bookings offered to the driver, by expiry, with distance and time to each pickup; none with expired documents.
import type { Task } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { inOperatorUnit, km } from '@kerb/domain/kernel';
import type { DispatchedBooking, DispatchModuleDeps, OfferedTask } from './dispatch.deps.ts';

interface RoadToPickup {
  distance_in_km: number;
  time_in_secs: number;
}

/** In the operator's unit (km or miles), rounded to three decimals. */
const distanceIn = (distanceKm: number, { pricing }: DispatchedBooking): number =>
  Math.round(inOperatorUnit(km(distanceKm), pricing.convert_to_mile) * 1000) / 1000;

const withRoad = (booking: DispatchedBooking, task: OfferedTask, road: RoadToPickup | null): Task => ({
  ...task,
  pickup_distance: road === null ? null : distanceIn(road.distance_in_km, booking),
  pickup_time: road === null ? null : Math.round(road.time_in_secs),
});

type ListTasksDeps = Pick<DispatchModuleDeps, 'booking' | 'fleet' | 'logger'> & {
  maps: Pick<DispatchModuleDeps['maps'], 'matrix'>;
};

type OpenTask = Awaited<ReturnType<DispatchModuleDeps['booking']['tasksOf']>>[number];

export function createListTasks({ booking, fleet, maps, logger }: ListTasksDeps) {
  /** The position from which the driver leaves for the pickups: the current one, or the end of the current trip. */
  async function startOf(driver: string, [first]: readonly OpenTask[]): Promise<LatLng | null> {
    if (!first?.followOn) return fleet.positions.of(driver);
    return (await booking.endingTrip(first.followOn.follows))?.drop_point ?? null;
  }

  /** One route for each task; empty when the driver's position is unknown or the map service fails. */
  async function roadsTo(
    driver: string,
    tasks: readonly OpenTask[],
  ): Promise<readonly (RoadToPickup | null)[]> {
    if (tasks.length === 0) return [];
    try {
      const start = await startOf(driver, tasks);
      if (start === null) return [];
      const [row = []] = await maps.matrix(
        [start],
        tasks.map(({ booking: { pickup } }) => pickup),
      );
      return row;
    } catch (error) {
      logger.warn({ err: error }, 'No routes to the pickups of tasks');
      return [];
    }
  }

  return async function listTasks(driver: string): Promise<Task[]> {
    if (await fleet.documentsExpired(driver)) return [];
    const tasks = await booking.tasksOf(driver);
    const roads = await roadsTo(driver, tasks);
    return tasks.map(({ booking: offered, task }, index) => withRoad(offered, task, roads[index] ?? null));
  };
}
