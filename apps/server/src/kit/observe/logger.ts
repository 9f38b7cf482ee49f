// The log: JSON lines, with secrets and phone numbers cut out wherever they may appear.
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const secretFields = ['authorization', 'cookie', 'otp', 'token', 'secret', 'password', 'mobile', 'captcha'];

/** A field is hidden at the top and one level down. */
const redact = {
  paths: [
    ...secretFields.flatMap((field) => [field, `*.${field}`]),
    'req.headers.authorization',
    'req.headers.cookie',
    'res.headers["set-cookie"]',
  ],
  censor: '[hidden]',
};

/** An error in a few fields: those of the database hold their whole connection. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  const code = 'code' in error ? error.code : undefined;
  return { name, message, code, stack, ...(error.cause ? { cause: describeError(error.cause) } : {}) };
}

/** Writes to the standard output where no destination is given. */
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
