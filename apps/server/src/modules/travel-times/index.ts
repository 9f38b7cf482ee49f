// Entry point of the travel-times module: the traffic to expect on a route, learned from finished trips.
import { routes } from '@kerb/contract';
import { type TravelTimeModel, trafficAt } from '@kerb/domain/travel-times';
import { route, type ServerModule, subscribeOnEveryServer } from '../../kit/index.ts';
import { createCurrentModel } from './current-model.ts';
import { createLearnFromTrips, MODEL_CHANGED } from './learn-from-trips.ts';
import type { TravelTimesDeps } from './travel-times.deps.ts';
import { createViewTravelTimes } from './view-travel-times.ts';

export type { TravelTimesDeps } from './travel-times.deps.ts';

const LEARN_JOB = 'travel-times.learn';

export interface TravelTimesApi {
  /** Factors on free-flow times by distance in km, for a departure at `moment` (ms since the epoch), or now. */
  at(moment?: number): Promise<(distance_km: number) => number>;
  /** The model in use: the learned one, or the operator's factors. */
  model(): Promise<TravelTimeModel>;
}

export function createTravelTimesModule(deps: TravelTimesDeps): ServerModule & { api: TravelTimesApi } {
  const model = createCurrentModel(deps);
  subscribeOnEveryServer(deps.bus, [MODEL_CHANGED, 'settings.changed'], model.invalidate);
  const learnFromTrips = createLearnFromTrips(deps);
  const viewTravelTimes = createViewTravelTimes(deps);
  return {
    api: {
      async at(moment = deps.clock.now()) {
        return trafficAt(await model.get(), moment);
      },
      model: model.get,
    },
    routes: [route(routes.getTravelTimes, ({ actor }) => viewTravelTimes(actor))],
    jobs: {
      [LEARN_JOB]: async () => {
        await learnFromTrips();
      },
    },
    // The job runs hourly, but learns only at night in the operator's time zone, and after a change of the settings it
    // uses.
    schedules: { [LEARN_JOB]: '11 * * * *' },
  };
}
