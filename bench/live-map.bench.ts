// Benchmark of the operator's map with 2,000 cars that move every 2 seconds: the app's own work compared with the
// duration of one frame.

import { seededRandom } from '@kerb/testing';
import {
  type LiveDriver,
  type Positions,
  withLatest,
  withPositions,
} from '../apps/web/src/features/dispatch-board/live-drivers.ts';
import { type CarMotions, steerCars } from '../apps/web/src/map/car-motion.ts';
import {
  clusterFeatures,
  type FleetCar,
  fleetFeatures,
  planFleet,
  type View,
} from '../apps/web/src/map/fleet-plan.ts';
import { type Benchmark, runPairs } from './lib/benchmark.ts';
import { percentile } from './lib/statistics.ts';

const PAIRS = 5;
const CARS = 2000;
const UPDATES_A_PAIR = 40;
/** Positions are drawn twice per second; a quarter of the cars has moved in between. */
const MOVED_AT_ONCE = CARS / 4;
/** 60 frames per second. */
const FRAME_MS = 1000 / 60;
const STEP_MS = 500;

const states = ['free', 'on_way', 'on_trip'] as const;
/** Two views: a city at its initial zoom, and its streets; the screen is 900 × 560 px, with half a screen of margin. */
const views: Record<'city' | 'streets', View> = {
  city: { zoom: 10, west: -57.4, east: -55, south: -35.5, north: -34.3 },
  streets: { zoom: 15, west: -56.22, east: -56.14, south: -34.93, north: -34.88 },
};

const toCar = (driver: LiveDriver, at: number): FleetCar => ({
  id: driver.driver,
  lat: driver.lat,
  lng: driver.lng,
  heading: driver.heading,
  state: states[at % 3] ?? 'free',
});

function fleet() {
  const random = seededRandom(2000);
  const within = (from: number, size: number) => from + random() * size;
  const listed = Array.from({ length: CARS }, (_, at) => ({
    driver: `driver-${at}`,
    name: `Driver ${at}`,
    vehicle_number: `SAB ${at}`,
    carType: null,
    queue: false,
    lat: within(-34.93, 0.08),
    lng: within(-56.25, 0.16),
    at: 0,
    booking: null,
  }));
  let positions: Positions = new Map();
  let drivers = withPositions(listed, positions);
  let turn = 0;
  let now = 0;
  /** The next quarter of the cars drives about 15 m. */
  const drive = () => {
    now += STEP_MS;
    const latest = drivers.slice(turn, turn + MOVED_AT_ONCE).map(({ driver, lat, lng }) => ({
      driver,
      lat: lat + within(-0.0001, 0.0002),
      lng: lng + within(-0.0001, 0.0002),
      at: now,
      heading: within(0, 360),
    }));
    turn = (turn + MOVED_AT_ONCE) % CARS;
    return latest;
  };
  return {
    drive,
    now: () => now,
    move: (latest: ReturnType<typeof drive>) => {
      positions = withLatest(positions, latest);
      drivers = withPositions(listed, positions);
    },
    drivers: () => drivers,
  };
}

type Fleet = ReturnType<typeof fleet>;

/** Processor time in ms, so that other load of the machine is not counted. */
const timed = (work: () => void): number => {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
};

/** Processes a batch of positions: the list, its circles, its animations, and the first frame, as passed to the map. */
function update(cars: Fleet, motions: CarMotions, view: View): CarMotions {
  cars.move(cars.drive());
  const plan = planFleet(cars.drivers().map(toCar), view, null);
  const next = steerCars(motions, plan.singles, cars.now());
  structuredClone(clusterFeatures(plan.clusters, String));
  structuredClone(fleetFeatures(plan.singles, next, cars.now(), null));
  return next;
}

function measure(view: View): number[] {
  const cars = fleet();
  let motions: CarMotions = new Map();
  const once = () => {
    motions = update(cars, motions, view);
  };
  for (let warm = 0; warm < 10; warm += 1) once();
  return Array.from({ length: UPDATES_A_PAIR }, () => timed(once));
}

/** One frame of the animated cars on the streets. */
function measureFrame(): number[] {
  const cars = fleet();
  const plan = planFleet(cars.drivers().map(toCar), views.streets, null);
  const motions = steerCars(new Map(), plan.singles, 0);
  const frame = (now: number) => structuredClone(fleetFeatures(plan.singles, motions, now, null));
  return Array.from({ length: UPDATES_A_PAIR }, (_, at) => timed(() => frame(at)));
}

export const benchmark: Benchmark = {
  name: 'live-map',
  unit: 'ms',
  about: `processor time of an update of ${CARS} cars, from the positions to the data handed to the map, beside a frame of 60 a second`,
  async run(log) {
    const report = await runPairs({
      name: 'live-map',
      unit: 'ms',
      pairs: PAIRS,
      log,
      ours: async () => measure(views.city),
      limit: async () => [FRAME_MS],
    });
    const streets = measure(views.streets);
    const frame = measureFrame();
    return {
      ...report,
      more: {
        streets_p50: percentile(streets, 50),
        streets_p95: percentile(streets, 95),
        frame_p50: percentile(frame, 50),
        frame_p95: percentile(frame, 95),
      },
    };
  },
};
