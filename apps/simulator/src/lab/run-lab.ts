// Runs one policy over one trace on the virtual clock and returns what happened.
import type { BatchTerms } from '@kerb/domain/dispatch';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import { type Behaviour, type BehaviourTerms, createBehaviour, usualBehaviour } from './behaviour.ts';
import type { LabCity } from './city.ts';
import type { Trace } from './demand.ts';
import { createBatches } from './dispatch-batches.ts';
import { createRounds } from './dispatch-rounds.ts';
import { createDriving } from './driving.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import { createEventQueue } from './event-queue.ts';
import { createOffers } from './offers.ts';
import type { TravelTimes } from './travel-times.ts';
import { createWorld, type LabBooking, type World } from './world.ts';

export const labPolicies = ['nearest', 'batched', 'broadcast'] as const;
export type LabPolicy = (typeof labPolicies)[number];

/** Settings of dispatch, with the server's defaults. */
export interface LabSettings {
  offerSeconds: number;
  broadcastLimit: number;
  candidateLimit: number;
  driverRadius: number;
  /** Seconds between two batches. */
  batchSeconds: number;
  batch: BatchTerms;
}

export interface LabRunInput {
  trace: Trace;
  city: LabCity;
  travel: TravelTimes;
  policy: LabPolicy;
  settings: LabSettings;
  behaviour?: BehaviourTerms;
  /** Free drivers stay where they are. */
  isParked?: boolean;
  /** The operator changes the policy at a time, ms. */
  policyChange?: { at: number; policy: LabPolicy };
}

export interface LabRun {
  policy: LabPolicy;
  world: World;
  log: EventLog;
  trace: Trace;
}

/** What the two kinds of dispatch share. */
export interface LabDeps extends LabRunInput {
  world: World;
  log: EventLog;
  queue: ReturnType<typeof createEventQueue>;
  behaviours: Behaviour;
  currentPolicy(): LabPolicy;
}

export function runLab(input: LabRunInput): LabRun {
  const { trace } = input;
  const queue = createEventQueue();
  const log = createEventLog();
  const behaviours = createBehaviour(trace.seed, input.behaviour ?? usualBehaviour);
  const world = createWorld(trace, behaviours.patienceOf);
  let policy = input.policy;
  const deps: LabDeps = { ...input, world, log, queue, behaviours, currentPolicy: () => policy };
  const driving = createDriving(deps);
  const offers = createOffers(deps, driving, { onOpen: (booking) => search(booking) });
  const rounds = createRounds(deps, offers);
  const batches = createBatches(deps, offers);

  function search(booking: LabBooking): void {
    if (policy === 'batched') batches.schedule();
    else rounds.start(booking);
  }
  for (const car of world.cars) queue.at(car.plan.from, () => driving.beginShift(car));
  for (const booking of world.bookings) {
    const { id, at } = booking.request;
    queue.at(at, () => {
      log.add({ at, kind: 'requested', booking: id, driver: null, drive: null });
      queue.at(at + booking.patience.toAccept * MS_PER_SECOND, () => offers.cancelWaiting(booking));
      batches.add(booking);
      search(booking);
    });
  }
  if (input.policyChange) {
    const change = input.policyChange;
    queue.at(change.at, () => {
      policy = change.policy;
      for (const booking of batches.searching()) search(booking);
    });
  }
  queue.run();
  return { policy: input.policy, world, log, trace };
}
