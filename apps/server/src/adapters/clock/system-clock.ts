// The real clock and the real identifiers.
import { v7 } from 'uuid';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';

export const systemClock: Clock = { now: () => Date.now() };

export const uuidV7: Ids = { next: () => v7() };
