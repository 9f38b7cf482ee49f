// Tests how messages of the job library appear in the server's log.
import type { Logger as GraphileLogger } from 'graphile-worker';
import { expect, test } from 'vitest';
import { createLogger } from '../observe/logger.ts';
import { createJobLogger } from './job-logger.ts';

function loggedOf(report: (logger: GraphileLogger) => void): string {
  let written = '';
  const logger = createLogger('debug', {
    write(line) {
      written += line;
    },
  });
  report(createJobLogger(logger));
  return written;
}

test('a failed job is logged with its id and task, without its payload or row values', () => {
  const error = Object.assign(new Error('violates a constraint'), {
    code: '23514',
    detail: 'Failing row contains (Ana, +59899123456)',
  });
  const job = { id: '7', task_identifier: 'deliver', payload: { to: 'ana@kerb.example' } };
  const logged = loggedOf((logger) => logger.error('Failed task 7', { failure: true, job, error }));
  expect(JSON.parse(logged)).toMatchObject({
    job: '7',
    task: 'deliver',
    err: { message: 'violates a constraint', code: '23514' },
  });
  expect(logged).not.toMatch(/Ana|59899123456|ana@kerb/);
});

test('a message without a job is logged unchanged', () => {
  const logged = loggedOf((logger) => logger.info('Worker connected'));
  expect(JSON.parse(logged)).toMatchObject({ msg: 'Worker connected' });
});
