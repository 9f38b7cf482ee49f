// Replays the demand of a day with two settings, several times with different random seeds, and compares them.
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_HOUR } from '@kerb/domain/kernel';
import type { LabCity } from './city.ts';
import { compareRuns, type FigureComparison } from './compare-runs.ts';
import type { LabRequest, Trace } from './demand.ts';
import { figuresOf, type LabFigures, mean, waitSecs } from './figures.ts';
import { type DutyHour, type FleetSize, fleetOfDay, measureFleet } from './fleet-of-day.ts';
import type { LabPolicy, LabSettings } from './lab-run.ts';
import { runLab } from './run-lab.ts';
import { createTraffic } from './traffic.ts';
import type { TravelTimes } from './travel-times.ts';

/** Number of seeds; both settings are run with each of them. */
export const REPLAY_SEEDS = 5;

export interface ReplayTerms {
  policy: LabPolicy;
  settings: LabSettings;
  fleet: FleetSize;
}

export interface ReplayInput {
  /** Requests in order of time; `at` and `until` are ms since the beginning of the day. */
  requests: readonly LabRequest[];
  duty: readonly DutyHour[];
  until: number;
  baseline: ReplayTerms;
  alternative: ReplayTerms;
  /** Travel times that include the traffic of the day; actual drives differ from them by random noise and area. */
  travel: TravelTimes;
  /** Called after each of the 2 × REPLAY_SEEDS runs. */
  onRun?: (done: number) => void;
}

export interface ReplayedHour {
  hour: number;
  requests: number;
  /** Mean seconds from the requests of the hour to their pickups, over all runs; null without a pickup. */
  baseline_secs: number | null;
  alternative_secs: number | null;
}

type Fleet = ReturnType<typeof measureFleet>;

export interface DayReplay {
  figures: FigureComparison[];
  drivers: { baseline: Fleet; alternative: Fleet };
  hours: ReplayedHour[];
}

const hourOf = ({ at }: Pick<LabRequest, 'at'>): number => Math.floor(at / MS_PER_HOUR);

/** Drivers without a trip cruise to places where riders of the day requested a car. */
function cityOf(places: readonly LatLng[]): LabCity {
  const anywhere = places[0] ?? { lat: 0, lng: 0 };
  return {
    randomAddress: (random) => random.pick(places) ?? anywhere,
    addressNear: (_random, point) => point,
    isInside: () => true,
  };
}

interface Side {
  figures: LabFigures[];
  /** Waiting times in seconds by hour of the request. */
  waits: Map<number, number[]>;
  fleet: Fleet;
}

const emptySide = (): Side => ({ figures: [], waits: new Map(), fleet: { most: 0, hours: 0 } });

export function replayDay(input: ReplayInput): DayReplay {
  const { requests, duty, until, travel } = input;
  const places = requests.map(({ pickup }) => pickup);
  const city = cityOf(places);
  const baseline = emptySide();
  const alternative = emptySide();
  let done = 0;

  function runOnce(seed: string, { policy, settings, fleet }: ReplayTerms, side: Side): void {
    const drivers = fleetOfDay({ duty, until, places }, fleet, seed);
    // The travel times already include the hourly traffic, so the simulated traffic adds only random noise and area.
    const traffic = createTraffic(seed, 1, () => 1);
    const trace: Trace = { seed, requests, drivers, traffic, from: 0, until };
    const run = runLab({ trace, city, travel, policy, settings });
    side.figures.push(figuresOf(run));
    side.fleet = measureFleet(drivers);
    for (const booking of run.world.bookings) {
      const secs = waitSecs(booking);
      if (secs === null) continue;
      const hour = hourOf(booking.request);
      const waits = side.waits.get(hour) ?? [];
      waits.push(secs);
      side.waits.set(hour, waits);
    }
    done += 1;
    input.onRun?.(done);
  }

  for (let index = 1; index <= REPLAY_SEEDS; index += 1) {
    const seed = `what-if ${index}`;
    runOnce(seed, input.baseline, baseline);
    runOnce(seed, input.alternative, alternative);
  }
  const hours = [...new Set(requests.map(hourOf))].map((hour) => ({
    hour,
    requests: requests.filter((request) => hourOf(request) === hour).length,
    baseline_secs: meanOrNull(baseline.waits.get(hour)),
    alternative_secs: meanOrNull(alternative.waits.get(hour)),
  }));
  return {
    figures: compareRuns(baseline.figures, alternative.figures),
    drivers: { baseline: baseline.fleet, alternative: alternative.fleet },
    hours,
  };
}

const meanOrNull = (values: readonly number[] = []): number | null =>
  values.length === 0 ? null : mean(values);
