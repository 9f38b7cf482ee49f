// The system clock and the UUIDv7 generator, used outside tests.
import { v7 } from 'uuid';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';

export const systemClock: Clock = { now: () => Date.now() };

export const uuidV7: Ids = { next: () => v7() };
