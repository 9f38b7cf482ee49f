// Types of a simulation run: its input, its result, and the dependencies shared by its parts.
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

/** Dispatch settings, with the server's defaults. */
export interface LabSettings {
  offerSeconds: number;
  broadcastLimit: number;
  candidateLimit: number;
  driverRadius: number;
  /**
   * Offer rounds include drivers whose trip ends within this time; absent: none. For batches, the limit is in `batch`.
   */
  followOnSeconds?: number;
  /** Seconds before a later booking from which a driver is planned; absent or 0: no driver is planned. */
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
  /** Free drivers stay where they are instead of cruising. */
  isParked?: boolean;
  /** Change of the policy during the run, at a time in ms. */
  policyChange?: { at: number; policy: LabPolicy };
}

export interface LabRun {
  policy: LabPolicy;
  world: World;
  log: EventLog;
  trace: Trace;
}

/** Dependencies shared by offer rounds and batches. */
export interface LabDeps extends LabRunInput {
  world: World;
  log: EventLog;
  queue: EventQueue;
  behaviours: Behaviour;
  currentPolicy(): LabPolicy;
}
