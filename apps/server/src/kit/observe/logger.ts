// Creates the log: JSON lines in which secrets and phone numbers are redacted.
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const secretFields = ['authorization', 'cookie', 'otp', 'token', 'secret', 'password', 'mobile', 'captcha'];

/** Redacts these fields at the top level and one level below. */
const redact = {
  paths: [
    ...secretFields.flatMap((field) => [field, `*.${field}`]),
    'req.headers.authorization',
    'req.headers.cookie',
    'res.headers["set-cookie"]',
  ],
  censor: '[hidden]',
};

/** Reduces an error to a few fields, because database errors contain the whole connection. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  return { name, message, code, stack, ...(error.cause ? { cause: describeError(error.cause) } : {}) };
}

/** Writes to the standard output unless a destination is given. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact,
    base: null,
    serializers: { err: describeError },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
