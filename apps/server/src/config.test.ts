// The configuration: defaults, every problem at once, and what production refuses.
import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const production = {
  KERB_MODE: 'production',
  KERB_SECRET: 'a'.repeat(64),
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+59899000000',
};

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    parseConfig(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('parseConfig', () => {
  it('needs nothing for a demonstration', () => {
    expect(parseConfig({})).toMatchObject({ mode: 'demo', port: 3000, host: '127.0.0.1', twilio: undefined });
  });

  it('treats an empty variable as not set', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it('lists every problem together', () => {
    const problems = problemsOf({ PORT: 'abc', DATABASE_URL: 'mysql://x', KERB_SIM_SPEED: '21' });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'KERB_SIM_SPEED',
    ]);
  });

  it('lists what is wrong with one variable and with several together', () => {
    expect(problemsOf({ KERB_MODE: 'production', PORT: 'abc' })).toEqual([
      expect.stringMatching(/^PORT: /),
      expect.stringMatching(/^KERB_SECRET is required/),
      expect.stringMatching(/^TWILIO_.* required in production/),
    ]);
  });

  it.each(['0', '21'])('refuses %s as the speed of the simulation', (speed) => {
    expect(problemsOf({ KERB_SIM_SPEED: speed })).toEqual([expect.stringMatching(/^KERB_SIM_SPEED: /)]);
  });

  it.each(['0.1', '20'])('takes %s as the speed of the simulation', (speed) => {
    expect(parseConfig({ KERB_SIM_SPEED: speed }).simulation.speed).toBe(Number(speed));
  });

  it('takes a complete production configuration', () => {
    expect(parseConfig(production)).toMatchObject({ mode: 'production', twilio: { from: '+59899000000' } });
  });

  it('takes another address of the sender’s API', () => {
    expect(parseConfig(production).twilio?.baseUrl).toBeUndefined();
    const local = { ...production, TWILIO_API_URL: 'http://127.0.0.1:4010' };
    expect(parseConfig(local).twilio?.baseUrl).toBe('http://127.0.0.1:4010');
    expect(problemsOf({ ...production, TWILIO_API_URL: 'ftp://x' })).toEqual([
      expect.stringMatching(/^TWILIO_API_URL: /),
    ]);
  });

  it.each([
    ['no secret', { ...production, KERB_SECRET: '' }, /KERB_SECRET is required/],
    ['a known secret', { ...production, KERB_SECRET: 'kerb-demo-secret' }, /publicly known/],
    ['a short secret', { ...production, KERB_SECRET: 'short-but-unknown' }, /fewer than 32/],
    ['no sender of messages', { ...production, TWILIO_FROM: '' }, /TWILIO/],
  ])('refuses production with %s', (_, variables, expected) => {
    expect(problemsOf(variables).join('\n')).toMatch(expected);
  });

  it('refuses half a sender in a demonstration too', () => {
    expect(problemsOf({ TWILIO_FROM: '+59899000000' }).join()).toMatch(/together/);
  });
});
