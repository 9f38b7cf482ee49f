// What is thrown while a request is handled, as the problem a caller reads: whose fault it was, and nothing of the inside.
import { DomainError } from '@kerb/domain/kernel';
import { expect, it } from 'vitest';
import { toProblem } from './problem.ts';

const withCode = (code: string) => Object.assign(new Error('premature close of /srv/kerb'), { code });

it.each([
  ['a caller who hangs up while sending', withCode('ERR_STREAM_PREMATURE_CLOSE'), 400, 'invalid_input'],
  ['a body that is too large', withCode('FST_ERR_CTP_BODY_TOO_LARGE'), 413, 'payload_too_large'],
  ['a database that is away', new Error('connect ECONNREFUSED 127.0.0.1:5432'), 503, 'unavailable'],
  ['a refusal', new DomainError('conflict'), 409, 'conflict'],
  ['an unknown server error', withCode('ERR_UNKNOWN'), 500, 'internal'],
  ['something thrown that is no error', 'oh no', 500, 'internal'],
])('%s', (_, thrown, status, code) => {
  const problem = toProblem(thrown, 'r1');
  expect(problem).toMatchObject({ status, code });
  expect(JSON.stringify(problem)).not.toMatch(/srv|ECONN|oh no/);
});

it('quotes the request only where the mistake is ours', () => {
  expect(toProblem(new Error('x'), 'r1').requestId).toBe('r1');
  expect(toProblem(new DomainError('forbidden'), 'r1').requestId).toBeUndefined();
});
