// Writes messages of the job library into the server's log.
import { Logger as GraphileLogger } from 'graphile-worker';
import { z } from 'zod';
import type { Logger } from '../observe/logger.ts';

/** The database pool parses int8 as a number, so the id is converted to a text. */
const jobName = z.object({ id: z.coerce.string(), task_identifier: z.string() });

/** Logs only the job's id and name and the error: the other fields contain values of rows. */
function fieldsOf(meta: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  const { job, error, fatalError } = meta ?? {};
  const err: unknown = error ?? fatalError;
  const named = jobName.safeParse(job);
  return {
    ...(named.success ? { job: named.data.id, task: named.data.task_identifier } : {}),
    ...(err === undefined ? {} : { err }),
  };
}

export const createJobLogger = (logger: Logger): GraphileLogger =>
  new GraphileLogger(() => (level, message, meta) => {
    const fields = fieldsOf(meta);
    if (level === 'error') logger.error(fields, message);
    else if (level === 'warning') logger.warn(fields, message);
    else logger.debug(fields, message);
  });
