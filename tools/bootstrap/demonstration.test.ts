// Tests when npm start reports that the city is running, at the first driver on duty or after a timeout, and the summary
// of the demonstration accounts.
import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { printSummary, untilOnDuty } from './demonstration.mjs';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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

it('says for each demonstration account what it is for', async () => {
  const signIn = {
    mobile: '+59898000001',
    name: 'Rubén Arocena',
    usertype: 'fleetadmin',
    purpose: 'lead_fleet',
  };
  vi.stubGlobal('fetch', async () => Response.json({ demo: { signIns: [signIn] } }));
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await printSummary('http://127.0.0.1:3000');
  const text = printed.mock.calls.join('');
  printed.mockRestore();
  expect(text).toMatch(/\+59898000001 {2}fleetadmin Rubén Arocena {10}Sees the drivers of the fleet\n/);
});
