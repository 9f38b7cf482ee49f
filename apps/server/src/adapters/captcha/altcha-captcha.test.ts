// Tests the captcha: a solution by the library's own solver is accepted once and in time; forged ones are rejected.
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { describe, expect, test } from 'vitest';
import { createAltchaCaptcha } from './altcha-captcha.ts';

const clock = { time: Date.UTC(2026, 5, 1), now: () => clock.time };
const captcha = createAltchaCaptcha({ secret: 'a secret of the tests', clock, cost: 2, maxTries: 20 });
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

/** Solves a challenge as a browser does, with all data serialised. */
async function solved(from = captcha) {
  const challenge: Challenge = JSON.parse(JSON.stringify(await from.challenge()));
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge, solution };
}

describe('a captcha solution', () => {
  test('is accepted, and verifies to the same identifier each time', async () => {
    const text = encode(await solved());
    const verdict = await captcha.judge(text);
    expect(verdict).toEqual({ id: expect.stringMatching(/^[0-9a-f]{64}$/), expiresAt: clock.time + 300_000 });
    expect(await captcha.judge(text)).toEqual(verdict);
    expect((await captcha.judge(encode(await solved())))?.id).not.toBe(verdict?.id);
  });

  test('is accepted for five minutes', async () => {
    const text = encode(await solved());
    clock.time += 299_999;
    expect(await captcha.judge(text)).not.toBeNull();
    clock.time += 1;
    expect(await captcha.judge(text)).toBeNull();
  });

  test('to a challenge of another installation is rejected', async () => {
    const other = createAltchaCaptcha({ secret: 'another secret', clock, cost: 2, maxTries: 20 });
    expect(await captcha.judge(encode(await solved(other)))).toBeNull();
  });

  test('is rejected when any field of it was changed', async () => {
    const { challenge, solution } = await solved();
    const parameters = challenge.parameters;
    const changed = [
      { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
      { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
      {
        challenge: { ...challenge, parameters: { ...parameters, data: { until: clock.time * 2 } } },
        solution,
      },
      { challenge: { ...challenge, signature: '00'.repeat(32) }, solution },
      { challenge: { parameters }, solution },
      { challenge, solution: null },
      { challenge },
    ];
    for (const one of changed) expect(await captcha.judge(encode(one))).toBeNull();
    expect(await captcha.judge(encode({ challenge, solution }))).not.toBeNull();
  });

  test.each(['', 'nonsense', '====', encode(null), encode([]), encode({ challenge: 7 }), 'A'.repeat(5000)])(
    'that reads %j is wrong, and no error',
    async (text) => {
      expect(await captcha.judge(text)).toBeNull();
    },
  );
});

test('a challenge takes a browser between 200 and 400 attempts', async () => {
  const real = createAltchaCaptcha({ secret: 'a secret of the tests', clock });
  const { solution } = await solved(real);
  expect(solution?.counter).toBeGreaterThanOrEqual(200);
  expect(solution?.counter).toBeLessThanOrEqual(400);
});
