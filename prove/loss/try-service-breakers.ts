// Checks that failing mail, push and payment services are not called while their circuit breakers are open, and that
// the metrics show it.
import { setTimeout as pause } from 'node:timers/promises';
import { becomesTrueWithin } from '../lib/wait-for.ts';
import type { LossTools } from './tools.ts';
import { stateOfBreaker, TRY_AGAIN_AFTER_MS } from './try-breaker.ts';
import {
  addNotifiedDriver,
  completeWithdraw,
  createArrivals,
  failNotices,
  hasArrived,
  type NotifiedDriver,
} from './try-notices.ts';

const FAILURES = 5;
const OPEN_WITHIN_MS = 15_000;
const CLOSED_WITHIN_MS = 60_000;

interface Watched {
  readonly name: string;
  readonly host: string;
  asked(): number;
}

/** Returns one sentence for each violation. */
export async function tryServiceBreakers(tools: LossTools): Promise<string[]> {
  const { push, mail } = tools.services;
  const violations: string[] = [];
  const watched: Watched[] = [
    { name: 'The mail server', host: new URL(mail.url).host, asked: mail.asked },
    { name: 'A push service', host: new URL(push.web.url).host, asked: push.web.asked },
    { name: 'FCM', host: new URL(push.fcm.url).host, asked: push.fcm.asked },
  ];
  const drivers: NotifiedDriver[] = [];
  const notify = async (): Promise<void> => {
    const driver = await addNotifiedDriver(tools);
    drivers.push(driver);
    await completeWithdraw(tools, driver);
  };
  const inState = async (state: '0' | '2'): Promise<boolean> => {
    const states = await Promise.all(watched.map(({ host }) => stateOfBreaker(tools, host)));
    return states.every((one) => one === state);
  };
  const describe = async (): Promise<string> =>
    (
      await Promise.all(watched.map(async ({ name, host }) => `${name} ${await stateOfBreaker(tools, host)}`))
    ).join(', ');
  failNotices(tools, { push: 'answers 500', mail: 'answers 421' });
  for (let nth = 0; nth < FAILURES; nth += 1) await notify();
  if (!(await becomesTrueWithin(OPEN_WITHIN_MS, () => inState('2'))))
    violations.push(`Breakers of services that keep failing do not open: ${await describe()}`);
  const before = watched.map(({ asked }) => asked());
  await notify();
  await pause(TRY_AGAIN_AFTER_MS / 4);
  watched.forEach(({ name, asked }, index) => {
    const more = asked() - (before[index] ?? 0);
    // An open breaker lets one call through every ten seconds.
    if (more > 1) violations.push(`${name} that keeps failing is still called: ${more} times`);
  });
  failNotices(tools, null);
  await pause(TRY_AGAIN_AFTER_MS);
  await notify();
  const arrivals = createArrivals(tools);
  if (!(await becomesTrueWithin(CLOSED_WITHIN_MS, () => inState('0'))))
    violations.push(`Breakers do not close afterwards: ${await describe()}`);
  if (!(await hasArrived(arrivals, drivers)))
    violations.push('Messages of the time in which services were not called do not arrive');
  return violations;
}
