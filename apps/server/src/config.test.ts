// Tests the configuration: defaults, all problems reported together, and values that production rejects.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig, readConfig } from './config.ts';

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
  it('lists exactly the variables that contain a credential', () => {
    const credentials = {
      METRICS_TOKEN: 'a token of the metrics',
      HOSTED_BASIC_AUTH: 'functions:password one',
      STRIPE_SECRET_KEY: 'sk_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      SMTP_URL: 'smtp://user:password@mail.example:587',
    };
    const others = { PORT: '3100', EMAIL_FROM: 'Kerb <receipts@example.com>', SOME_OTHER_TOKEN: 'x' };
    expect(parseConfig({ ...credentials, ...others }).secrets).toEqual(credentials);
  });

  it('requires no variables for a demonstration', () => {
    expect(parseConfig({})).toMatchObject({ mode: 'demo', port: 3000, host: '127.0.0.1', twilio: undefined });
  });

  it('defaults to production when no mode is given, with test payments off', () => {
    const { KERB_MODE: _, ...unnamed } = production;
    for (const variables of [unnamed, { ...unnamed, KERB_MODE: '' }])
      expect(readConfig(variables)).toMatchObject({ mode: 'production', payments: { test: false } });
    expect(() => readConfig({})).toThrow(/KERB_SECRET is required in production[\s\S]*TWILIO_ACCOUNT_SID, /);
    expect(readConfig({ KERB_MODE: 'demo' }).mode).toBe('demo');
  });

  it('gives a demonstration 90 days of generated history by default, and production no history', () => {
    expect(parseConfig({}).pastDays).toBe(90);
    expect(parseConfig({ KERB_PAST_DAYS: '0' }).pastDays).toBe(0);
    expect(readConfig({ ...production, KERB_PAST_DAYS: '30' }).pastDays).toBe(0);
    expect(problemsOf({ KERB_PAST_DAYS: '400' })).toEqual([expect.stringContaining('KERB_PAST_DAYS')]);
  });

  it('treats an empty variable as not set', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it('accepts PostgreSQL’s direct address beside a pooler’s, and disables prepared statements then', () => {
    const pooler = 'postgres://kerb_app:secret@pooler.example:6432/kerb';
    const direct = 'postgres://kerb:secret@db.example/kerb';
    expect(parseConfig({ DATABASE_URL: direct })).toMatchObject({
      databaseUrl: direct,
      databaseDirectUrl: direct,
      databasePrepares: true,
    });
    const both = { DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct };
    expect(parseConfig(both)).toMatchObject({
      databaseUrl: pooler,
      databaseDirectUrl: direct,
      databasePrepares: false,
    });
    expect(parseConfig({ ...both, DATABASE_PREPARE: 'true' }).databasePrepares).toBe(true);
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'])
      expect(problemsOf({ [name]: direct })).toEqual([
        expect.stringContaining(`${name} goes with DATABASE_URL`),
      ]);
  });

  it('requires a mail server and a sender address together, or neither', () => {
    const both = {
      SMTP_URL: 'smtps://user:pass@mail.example:465',
      EMAIL_FROM: 'Kerb <receipts@kerb.example>',
    };
    expect(parseConfig({}).smtp).toBeUndefined();
    expect(parseConfig(both).smtp).toEqual({ url: both.SMTP_URL, from: both.EMAIL_FROM });
    for (const [name, value] of Object.entries(both))
      expect(problemsOf({ [name]: value })).toEqual([
        'SMTP_URL and EMAIL_FROM are set together or not at all',
      ]);
    expect(problemsOf({ ...both, SMTP_URL: 'https://mail.example' })).toEqual([
      expect.stringMatching(/^SMTP_URL: /),
    ]);
    for (const EMAIL_FROM of ['kerb', 'a@b.example, c@d.example', 'Kerb <a@b.example>\r\nBcc: x@y.example'])
      expect(problemsOf({ ...both, EMAIL_FROM })).toEqual([expect.stringMatching(/^EMAIL_FROM: /)]);
  });

  it('lists every problem together', () => {
    const problems = problemsOf({
      PORT: 'abc',
      DATABASE_URL: 'mysql://x',
      REDIS_URL: 'http://x',
      KERB_SIM_SPEED: '21',
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'REDIS_URL',
      'KERB_SIM_SPEED',
    ]);
  });

  it('lists problems of single variables and of combinations together', () => {
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

  it('accepts a complete production configuration', () => {
    expect(parseConfig(production)).toMatchObject({ mode: 'production', twilio: { from: '+59899000000' } });
  });

  it('accepts another address of the SMS sender’s API', () => {
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

  it('rejects an incomplete sender configuration in a demonstration too', () => {
    expect(problemsOf({ TWILIO_FROM: '+59899000000' }).join()).toMatch(/together/);
  });
});

describe('social sign-ins', () => {
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  const apple = {
    APPLE_CLIENT_ID: 'com.example.kerb',
    APPLE_TEAM_ID: 'TEAM123456',
    APPLE_KEY_ID: 'KEY1234567',
    APPLE_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
  };

  it('are disabled unless they are configured', () => {
    expect(parseConfig({}).social).toEqual({ google: undefined, apple: undefined, facebook: undefined });
  });

  it('are read from the variables; a key may contain escaped line ends', () => {
    const facebook = {
      FACEBOOK_APP_ID: '1',
      FACEBOOK_APP_SECRET: '2',
      FACEBOOK_ISSUER: 'http://127.0.0.1:1',
    };
    expect(parseConfig({ ...google, ...apple, ...facebook }).social).toEqual({
      google: { clientId: 'id', clientSecret: 'secret', issuer: undefined },
      apple: {
        clientId: 'com.example.kerb',
        teamId: 'TEAM123456',
        keyId: 'KEY1234567',
        privateKey,
        issuer: undefined,
      },
      facebook: { appId: '1', appSecret: '2', issuer: 'http://127.0.0.1:1' },
    });
  });

  it('require all of a provider’s variables, and a valid key', () => {
    expect(problemsOf({ GOOGLE_CLIENT_ID: 'id' })).toEqual([
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set together or not at all',
    ]);
    expect(problemsOf({ ...apple, APPLE_KEY_ID: '' }).join()).toMatch(/^APPLE_CLIENT_ID, .* together/);
    expect(problemsOf({ ...apple, APPLE_PRIVATE_KEY: 'secret' }).join()).toMatch(/APPLE_PRIVATE_KEY is not/);
  });

  it('require a public address in production, and providers over https', () => {
    const served = { ...production, ...google };
    expect(problemsOf(served).join()).toMatch(/PUBLIC_URL, an https address, is required/);
    expect(problemsOf({ ...served, PUBLIC_URL: 'http://kerb.example' }).join()).toMatch(/PUBLIC_URL/);
    expect(
      problemsOf({ ...served, PUBLIC_URL: 'https://kerb.example', GOOGLE_ISSUER: 'http://127.0.0.1:1' }),
    ).toEqual(['GOOGLE_ISSUER has to be an https address in production']);
    expect(parseConfig({ ...served, PUBLIC_URL: 'https://kerb.example/' }).publicUrl).toBe(
      'https://kerb.example',
    );
  });
});
