// Types of demonstration.mjs, for its tests.
import type { EventEmitter } from 'node:events';

export function untilOnDuty(
  simulator: { child: EventEmitter; ended: Promise<number> },
  waitMs?: number,
): Promise<boolean>;

export function printSummary(origin: string, extra?: readonly string[]): Promise<void>;
