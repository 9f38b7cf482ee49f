// Log of the servers under test: errors go to standard error, because standard output has only the results.
import { createLogger, type Logger } from '../../apps/server/src/kit/observe/logger.ts';

export const createProofLogger = (): Logger => createLogger('error', process.stderr);
