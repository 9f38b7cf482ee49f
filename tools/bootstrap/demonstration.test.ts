// Tests when npm start reports that the city is running: at the first driver on duty, or after a timeout.
import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { untilOnDuty } from './demonstration.mjs';

const never = new Promise<number>(() => undefined);

it('waits until the simulator reports the first driver on duty', async () => {
  const child = new EventEmitter();
  const known = untilOnDuty({ child, ended: never });
  child.emit('message', { kind: 'on-duty' });
  expect(await known).toBe(true);
});

it('ends without drivers when the simulator exits before', async () => {
  expect(await untilOnDuty({ child: new EventEmitter(), ended: Promise.resolve(1) })).toBe(false);
});

it('ends without drivers after the time limit', async () => {
  vi.useFakeTimers();
  const known = untilOnDuty({ child: new EventEmitter(), ended: never }, 500);
  vi.advanceTimersByTime(500);
  vi.useRealTimers();
  expect(await known).toBe(false);
});
