// The log: JSON lines, with secrets and phone numbers cut out wherever they may appear.
import { type Logger, pino } from 'pino';

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

export function createLogger(level: string): Logger {
  return pino({ level, redact, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
