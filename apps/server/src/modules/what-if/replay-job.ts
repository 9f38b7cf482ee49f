// The work of a run in its child process: reads the road graph and replays the day.

import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { WhatIfResult } from '@kerb/contract';
import { type DayReplay, type DutyHour, type LabRequest, type ReplayTerms, replayDay } from '@kerb/lab';
import { decodeRoadGraph, type RoadGraph, RoadGraphFileError } from '@kerb/roads';
import { createRoadTravel, createStraightTravel, type DayTraffic } from './road-travel.ts';

export interface ReplayJob {
  /** Times are ms since the beginning of the day. */
  readonly requests: readonly LabRequest[];
  readonly duty: readonly DutyHour[];
  readonly until: number;
  readonly baseline: ReplayTerms;
  readonly alternative: ReplayTerms;
  readonly traffic: DayTraffic;
  /** Null while no city is in use. */
  readonly graphFile: string | null;
}

export interface ReplayOutcome extends DayReplay {
  travel_times: WhatIfResult['travel_times'];
}

export type ReplayMessage =
  | { readonly kind: 'progress'; readonly runsDone: number }
  | { readonly kind: 'done'; readonly outcome: ReplayOutcome }
  | { readonly kind: 'failed'; readonly reason: string };

/** Lower priority than the server's process, which runs dispatch and requests. */
const LOW_PRIORITY = 10;

export function yieldToServer(): void {
  setPriority(LOW_PRIORITY);
}

/** Null for a file that is missing, damaged, or of another version of the program. */
async function readGraph(file: string | null): Promise<RoadGraph | null> {
  if (file === null) return null;
  try {
    return decodeRoadGraph(await readFile(file));
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing || error instanceof RoadGraphFileError) return null;
    throw error;
  }
}

export async function runReplayJob(
  job: ReplayJob,
  onRun: (runsDone: number) => void,
): Promise<ReplayOutcome> {
  const { requests, traffic, graphFile, ...day } = job;
  const graph = await readGraph(graphFile);
  const places = {
    pickups: requests.map(({ pickup }) => pickup),
    drops: requests.map(({ drop }) => drop),
  };
  const travel = graph === null ? createStraightTravel(traffic) : createRoadTravel(graph, places, traffic);
  const replay = replayDay({ ...day, requests, travel, onRun });
  return { ...replay, travel_times: graph === null ? 'straight_lines' : 'roads' };
}
