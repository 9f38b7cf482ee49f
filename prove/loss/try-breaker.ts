// Checks that a failing text-message provider is not called while its circuit breaker is open, that the metrics show
// it, and that calls resume.
import { setTimeout as pause } from 'node:timers/promises';
import { newMobile } from '../idempotency/people.ts';
import { visitor } from '../idempotency/prepared-call.ts';
import type { ProviderFailure } from './provider-failures.ts';
import type { LossTools } from './tools.ts';

/** The breaker opens after five failures in a row, and lets one call through every ten seconds. */
const FAILURES = 5;
const CALLS_WHILE_OPEN = 10;
export const TRY_AGAIN_AFTER_MS = 10_200;
const AT_ONCE_MS = 2_000;

const breakerStates = { closed: '0', open: '2' } as const;

/** The value of `kerb_breaker_state` for the host; empty before the first call. */
export async function stateOfBreaker({ metrics }: LossTools, host: string): Promise<string> {
  const line = (await metrics())
    .split('\n')
    .find((text) => text.startsWith(`kerb_breaker_state{host="${host}"}`));
  return line?.split(' ').at(-1) ?? '';
}

/** Returns one sentence for each violation. */
export async function tryBreaker(failure: ProviderFailure, tools: LossTools): Promise<string[]> {
  const { texts, send } = tools;
  const { host } = new URL(texts.url);
  const violations: string[] = [];
  const add = (text: string) => violations.push(`A provider of texts that keeps failing ${text}`);
  const askForCode = () => send('sendOtp', { body: { mobile: newMobile() } }, visitor);
  texts.fail(failure);
  for (let nth = 0; nth < FAILURES; nth += 1) await askForCode();
  const before = texts.asked();
  const begun = performance.now();
  for (let nth = 0; nth < CALLS_WHILE_OPEN; nth += 1) {
    const { code } = await askForCode();
    if (code !== 'sms_failed') add(`is not reported: a code is answered ${String(code)}`);
  }
  const took = performance.now() - begun;
  if (texts.asked() > before) add(`is still called: ${texts.asked() - before} times`);
  if (took > AT_ONCE_MS) add(`is waited for: ${CALLS_WHILE_OPEN} codes took ${Math.round(took)} ms`);
  if ((await stateOfBreaker(tools, host)) !== breakerStates.open) add('is not shown as open in the metrics');
  texts.fail(null);
  await pause(TRY_AGAIN_AFTER_MS);
  const { status } = await askForCode();
  if (status >= 400) add(`is not called again: a code is answered ${status}`);
  if ((await stateOfBreaker(tools, host)) !== breakerStates.closed)
    add('is not shown as closed in the metrics afterwards');
  return violations;
}
