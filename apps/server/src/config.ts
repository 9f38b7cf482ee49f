// Parses the environment once at boot and reports all problems together; the only file that reads process.env.
import { resolve } from 'node:path';
import { z } from 'zod';
import {
  type PaymentsConfig,
  paymentProblems,
  paymentsConfigOf,
  paymentVariables,
} from './payments-config.ts';
import { type PushConfig, pushConfigOf, pushProblems } from './push-config.ts';
import { isRedisAddress, type RedisAddress, readRedisAddress } from './redis-address.ts';
import { type SocialConfig, socialConfigOf, socialProblems } from './social-config.ts';

/** Secrets that appear in public texts; production rejects them. */
const knownSecrets = new Set(['kerb-demo-secret', 'changeme', 'change-me', 'secret', 'password']);
const MIN_SECRET_LENGTH = 32;

const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().min(0).max(10_000);
const sockets = z.coerce.number().int().min(1).max(1_000_000);
const url = z.url({ protocol: /^https?$/ });
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });
const text = z.string().min(1);
const isSet = (value: unknown): boolean => value !== undefined && value !== '';

const environment = z.object({
  KERB_MODE: z.enum(['demo', 'production']),
  PORT: port.default(3000),
  HOST: text.default('127.0.0.1'),
  KERB_DATA: text.default('./.kerb'),
  KERB_SECRET: text.optional(),
  KERB_LOG: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
  KERB_CITY: text.optional(),
  TRUST_PROXY: z.enum(['true', 'false']).default('false'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  KERB_WAL_ARCHIVE: text.optional(),
  DATABASE_PREPARE: z.enum(['true', 'false']).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(20),
  REDIS_URL: text.refine(isRedisAddress, 'give an address like redis://host:6379').optional(),
  GOOGLE_MAPS_KEY: text.optional(),
  VALHALLA_URL: url.optional(),
  TWILIO_ACCOUNT_SID: text.optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text.optional(),
  TWILIO_API_URL: url.optional(),
  CALLS_WEBHOOK_SECRET: z.string().min(16).max(200).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  EMAIL_FROM: z
    .string()
    .max(320)
    .regex(
      /^(?:[^<>\p{Cc}]+ <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u,
      'give an address, like Kerb <receipts@example.com>',
    )
    .optional(),
  PUBLIC_URL: url.optional(),
  FCM_PROJECT_ID: text.optional(),
  FCM_CLIENT_EMAIL: text.optional(),
  FCM_PRIVATE_KEY: text.optional(),
  FCM_API_URL: url.optional(),
  FCM_TOKEN_URL: url.optional(),
  VAPID_PUBLIC_KEY: text.optional(),
  VAPID_PRIVATE_KEY: text.optional(),
  VAPID_SUBJECT: text.optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_ISSUER: url.optional(),
  APPLE_CLIENT_ID: text.optional(),
  APPLE_TEAM_ID: text.optional(),
  APPLE_KEY_ID: text.optional(),
  APPLE_PRIVATE_KEY: text.optional(),
  APPLE_ISSUER: url.optional(),
  FACEBOOK_APP_ID: text.optional(),
  FACEBOOK_APP_SECRET: text.optional(),
  FACEBOOK_ISSUER: url.optional(),
  OTP_PER_DAY: z.coerce.number().int().min(1).max(10_000_000).default(5000),
  SIGN_IN_CHECK_URL: url.optional(),
  SETUP_MOBILE: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'give the whole number with + and the country, like +59899123456')
    .optional(),
  HOSTED_BASIC_AUTH: z
    .string()
    .regex(/^[^:]+:.{8,}$/, 'give user:password, the password with at least 8 characters')
    .optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: url.optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_METRIC_EXPORT_INTERVAL: z.coerce.number().int().min(1000).max(3_600_000).default(60_000),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
  KERB_SQL_COMMENTS: z.enum(['true', 'false']).default('false'),
  LIVE_SOCKETS: sockets.default(20_000),
  LIVE_SOCKETS_PER_ADDRESS: sockets.default(500),
  LIVE_SOCKETS_PER_PERSON: sockets.default(20),
  KERB_PAST_DAYS: z.coerce.number().int().min(0).max(365).default(90),
  KERB_SIM_DRIVERS: count.default(40),
  KERB_SIM_RIDERS: count.default(12),
  KERB_SIM_SPEED: z.coerce.number().min(0.1).max(20).default(1),
});

type Variables = Readonly<Record<string, string | undefined>>;

export interface Config {
  mode: 'demo' | 'production';
  port: number;
  host: string;
  /** Absolute path of the folder that holds all data of this installation. */
  dataFolder: string;
  /** Undefined in a demonstration until the secret is read from the data folder; always set in production. */
  secret: string | undefined;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Path of an .osm.pbf file to use instead of the demonstration city. */
  cityFile: string | undefined;
  trustProxy: boolean;
  /** Undefined when Kerb runs its own PostgreSQL. */
  databaseUrl: string | undefined;
  /** Direct address of PostgreSQL when `databaseUrl` is that of a pooler; otherwise the same address. */
  databaseDirectUrl: string | undefined;
  /** Address of a replica for lists, reports and exports. */
  databaseReplicaUrl: string | undefined;
  /** Absolute path of the folder where Kerb's own PostgreSQL archives its WAL. */
  walArchive: string | undefined;
  databasePool: number;
  /** Whether frequent statements are prepared on each connection. */
  databasePrepares: boolean;
  /**
   * Redis for messages between servers and shared rate limits; undefined: PostgreSQL carries the messages and each
   * server counts by itself.
   */
  redis: RedisAddress | undefined;
  googleMapsKey: string | undefined;
  valhallaUrl: string | undefined;
  /** Secret that signs incoming calls announced by a telephone system; undefined when there is no telephone system. */
  callsSecret: string | undefined;
  twilio: { accountSid: string; authToken: string; from: string; baseUrl: string | undefined } | undefined;
  /** Undefined: mails are stored in the development inbox, or not sent at all in production. */
  smtp: { url: string; from: string } | undefined;
  /** Public URL of this installation, without a path; undefined: the host of each request is used. */
  publicUrl: string | undefined;
  push: PushConfig;
  social: SocialConfig;
  payments: PaymentsConfig;
  /** Maximum number of sign-in codes sent in 24 hours. */
  otpPerDay: number;
  signInCheckUrl: string | undefined;
  /** The only mobile number that may set up a new installation. */
  setupMobile: string | undefined;
  /** "user:password" of the specification's hosted functions. */
  hostedBasicAuth: string | undefined;
  metricsToken: string | undefined;
  /** Whether traces are exported, to the endpoint in OpenTelemetry's standard variables. */
  sendsTraces: boolean;
  /** Interval of the metrics export in ms, to the endpoint in OpenTelemetry's standard variables; null: no export. */
  metricsEveryMs: number | null;
  /** Whether each SQL statement carries the id of its HTTP call in a comment. */
  sqlComments: boolean;
  /** Values of all variables that hold a credential, by name, so that the server can report when one was replaced. */
  secrets: Readonly<Record<string, string>>;
  /** Maximum number of open live sockets on this server, per address and per user. */
  liveSockets: { total: number; perAddress: number; perPerson: number };
  /** Number of days of past rides that a demonstration generates at its first start; never used in production. */
  pastDays: number;
  simulation: { drivers: number; riders: number; speed: number };
}

/** Name of the variable that `databaseDirectUrl` is read from. */
export const directVariable = ({ databaseUrl, databaseDirectUrl }: Config): string =>
  databaseUrl === databaseDirectUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';

export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Problems of combinations of variables, in addition to those of single variables. */
function problemsTogether(env: Variables): string[] {
  const problems: string[] = [];
  const twilio = [env.TWILIO_ACCOUNT_SID, env.TWILIO_AUTH_TOKEN, env.TWILIO_FROM];
  if (twilio.some(isSet) && !twilio.every(isSet))
    problems.push('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM are set together or not at all');
  if (isSet(env.SMTP_URL) !== isSet(env.EMAIL_FROM))
    problems.push('SMTP_URL and EMAIL_FROM are set together or not at all');
  if (isSet(env.KERB_WAL_ARCHIVE) && isSet(env.DATABASE_URL))
    problems.push(
      "KERB_WAL_ARCHIVE archives Kerb's own database; with DATABASE_URL, archive with your PostgreSQL",
    );
  if (isSet(env.DATABASE_DIRECT_URL) && !isSet(env.DATABASE_URL))
    problems.push('DATABASE_DIRECT_URL goes with DATABASE_URL, the address of the pooler');
  if (isSet(env.DATABASE_REPLICA_URL) && !isSet(env.DATABASE_URL))
    problems.push('DATABASE_REPLICA_URL goes with DATABASE_URL, the address of its primary');
  problems.push(...pushProblems(env), ...socialProblems(env), ...paymentProblems(env));
  if (env.KERB_MODE !== 'production') return problems;
  if (!env.KERB_SECRET) problems.push('KERB_SECRET is required in production (openssl rand -hex 32)');
  else if (knownSecrets.has(env.KERB_SECRET.toLowerCase()))
    problems.push('KERB_SECRET is a publicly known one; make your own (openssl rand -hex 32)');
  else if (env.KERB_SECRET.length < MIN_SECRET_LENGTH)
    problems.push(`KERB_SECRET has fewer than ${MIN_SECRET_LENGTH} characters (openssl rand -hex 32)`);
  if (!twilio.every(isSet))
    problems.push(
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM are required in production: sign-in codes must be sent, and the development inbox does not exist there',
    );
  return problems;
}

/** Names of all environment variables that the server reads. */
export const variableNames: readonly string[] = [...Object.keys(environment.shape), ...paymentVariables];

/** Values of the variables whose names mark them as credentials. */
function secretsOf(variables: Variables): Record<string, string> {
  const secrets: Record<string, string> = {};
  for (const name of variableNames) {
    const value = variables[name];
    if (value !== undefined && /(SECRET|TOKEN|KEY|HASH|PASSPHRASE|LOGIN|AUTH|SMTP_URL)$/.test(name))
      secrets[name] = value;
  }
  return secrets;
}

const sendsMetrics = (env: z.infer<typeof environment>): boolean =>
  env.OTEL_SDK_DISABLED === 'false' &&
  env.OTEL_METRICS_EXPORTER === 'otlp' &&
  (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT) !== undefined;

/** Throws ConfigError with every problem found. Empty values count as not set. */
export function parseConfig(variables: Variables, modeUnlessSet: Config['mode'] = 'demo'): Config {
  const given: Variables = {
    KERB_MODE: modeUnlessSet,
    ...Object.fromEntries(Object.entries(variables).filter(([, value]) => isSet(value))),
  };
  const parsed = environment.safeParse(given);
  const single = parsed.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  const problems = [...single, ...problemsTogether(given)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const env = parsed.data;
  return {
    mode: env.KERB_MODE,
    port: env.PORT,
    host: env.HOST,
    dataFolder: resolve(env.KERB_DATA),
    secret: env.KERB_SECRET,
    logLevel: env.KERB_LOG ?? (env.KERB_MODE === 'production' ? 'info' : 'warn'),
    cityFile: env.KERB_CITY === undefined ? undefined : resolve(env.KERB_CITY),
    trustProxy: env.TRUST_PROXY === 'true',
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    walArchive: env.KERB_WAL_ARCHIVE === undefined ? undefined : resolve(env.KERB_WAL_ARCHIVE),
    databasePool: env.DATABASE_POOL,
    databasePrepares: (env.DATABASE_PREPARE ?? String(env.DATABASE_DIRECT_URL === undefined)) === 'true',
    redis: env.REDIS_URL === undefined ? undefined : readRedisAddress(env.REDIS_URL),
    googleMapsKey: env.GOOGLE_MAPS_KEY,
    valhallaUrl: env.VALHALLA_URL,
    twilio:
      env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN && env.TWILIO_FROM
        ? {
            accountSid: env.TWILIO_ACCOUNT_SID,
            authToken: env.TWILIO_AUTH_TOKEN,
            from: env.TWILIO_FROM,
            baseUrl: env.TWILIO_API_URL,
          }
        : undefined,
    callsSecret: env.CALLS_WEBHOOK_SECRET,
    smtp: env.SMTP_URL && env.EMAIL_FROM ? { url: env.SMTP_URL, from: env.EMAIL_FROM } : undefined,
    publicUrl: env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL).origin,
    push: pushConfigOf(given),
    social: socialConfigOf(given),
    payments: paymentsConfigOf(given),
    otpPerDay: env.OTP_PER_DAY,
    signInCheckUrl: env.SIGN_IN_CHECK_URL,
    setupMobile: env.SETUP_MOBILE,
    hostedBasicAuth: env.HOSTED_BASIC_AUTH,
    metricsToken: env.METRICS_TOKEN,
    sendsTraces:
      env.OTEL_SDK_DISABLED === 'false' &&
      env.OTEL_TRACES_EXPORTER === 'otlp' &&
      (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined,
    metricsEveryMs: sendsMetrics(env) ? env.OTEL_METRIC_EXPORT_INTERVAL : null,
    sqlComments: env.KERB_SQL_COMMENTS === 'true',
    secrets: secretsOf(given),
    liveSockets: {
      total: env.LIVE_SOCKETS,
      perAddress: env.LIVE_SOCKETS_PER_ADDRESS,
      perPerson: env.LIVE_SOCKETS_PER_PERSON,
    },
    pastDays: env.KERB_MODE === 'demo' ? env.KERB_PAST_DAYS : 0,
    simulation: { drivers: env.KERB_SIM_DRIVERS, riders: env.KERB_SIM_RIDERS, speed: env.KERB_SIM_SPEED },
  };
}

/** Production is the default mode, so that a forgotten variable cannot start a demonstration. */
export const readConfig = (variables: Variables = process.env): Config =>
  parseConfig(variables, 'production');

/**
 * For command-line tools, which serve no clients: their default mode is the demonstration, so that variables which only
 * production requires may be missing.
 */
export const readToolConfig = (): Config => parseConfig(process.env);
