// What a run of the lab is given and returns, and what its parts share.
import type { BatchTerms } from '@kerb/domain/dispatch';
import type { Behaviour, BehaviourTerms } from './behaviour.ts';
import type { LabCity } from './city.ts';
import type { Trace } from './demand.ts';
import type { EventLog } from './event-log.ts';
import type { EventQueue } from './event-queue.ts';
import type { TravelTimes } from './travel-times.ts';
import type { World } from './world.ts';

export const labPolicies = ['nearest', 'batched', 'broadcast'] as const;
export type LabPolicy = (typeof labPolicies)[number];

/** Settings of dispatch, with the server's defaults. */
export interface LabSettings {
  offerSeconds: number;
  broadcastLimit: number;
  candidateLimit: number;
  driverRadius: number;
  /** Rounds offer a trip to drivers who finish one within this time; absent: to none. Batches have it in their terms. */
  followOnSeconds?: number;
  /** Drivers are planned for later bookings so many seconds ahead; absent or 0: none is. */
  reserveAheadSeconds?: number;
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
  queue: EventQueue;
  behaviours: Behaviour;
  currentPolicy(): LabPolicy;
}
