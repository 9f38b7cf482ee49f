// Tests how thrown values become problem responses: the status shows who is at fault, and no internal details leak.
import { DomainError } from '@kerb/domain/kernel';
import { expect, it } from 'vitest';
import { toProblem } from './problem.ts';

const withCode = (code: string) => Object.assign(new Error('premature close of /srv/kerb'), { code });

const ofPostgres = (code: string) => Object.assign(new Error('failed'), { code, severity: 'ERROR' });

it.each([
  ['a caller who hangs up while sending', withCode('ERR_STREAM_PREMATURE_CLOSE'), 400, 'invalid_input'],
  ['a body that is too large', withCode('FST_ERR_CTP_BODY_TOO_LARGE'), 413, 'payload_too_large'],
  ['a database that is away', new Error('connect ECONNREFUSED 127.0.0.1:5432'), 503, 'unavailable'],
  ['a database with two addresses that is away', withCode('ECONNREFUSED'), 503, 'unavailable'],
  ['a connection that was lost', new Error('Connection terminated unexpectedly'), 503, 'unavailable'],
  ['a statement on it', new Error('Client was closed and is not queryable'), 503, 'unavailable'],
  ['a database that does not answer', new Error('Query read timeout'), 503, 'unavailable'],
  ['a disk that is full', ofPostgres('53100'), 503, 'unavailable'],
  ['a disk that fails', ofPostgres('58030'), 503, 'unavailable'],
  ['a standby', ofPostgres('25006'), 503, 'unavailable'],
  ['a wrong statement', ofPostgres('42601'), 500, 'internal'],
  ['a refusal', new DomainError('conflict'), 409, 'conflict'],
  ['an unknown server error', withCode('ERR_UNKNOWN'), 500, 'internal'],
  ['something thrown that is no error', 'oh no', 500, 'internal'],
])('%s', (_, thrown, status, code) => {
  const problem = toProblem(thrown, 'r1');
  expect(problem).toMatchObject({ status, code });
  expect(JSON.stringify(problem)).not.toMatch(/srv|ECONN|oh no/);
});

it('contains the request id only for server errors', () => {
  expect(toProblem(new Error('x'), 'r1').requestId).toBe('r1');
  expect(toProblem(new DomainError('forbidden'), 'r1').requestId).toBeUndefined();
});
