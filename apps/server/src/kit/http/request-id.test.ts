// Tests the id of a call: the caller's own id when it is safe in logs and comments, otherwise a new one.
import { expect, it } from 'vitest';
import { requestIdOf } from './request-id.ts';

const idFor = (sent: string | undefined) =>
  requestIdOf({ headers: sent === undefined ? {} : { 'x-request-id': sent } });

it('is the valid id that the caller sent', () => {
  expect(idFor('0af7651916cd43dd8448eb211c80319c')).toBe('0af7651916cd43dd8448eb211c80319c');
  expect(idFor('call_1-of-the-app')).toBe('call_1-of-the-app');
});

it.each([undefined, '', 'short', 'a'.repeat(65), "'; drop table users", '*/ select 1 /*', 'two words here'])(
  'is a new one instead of %j',
  (sent) => {
    const id = idFor(sent);
    expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(idFor(sent)).not.toBe(id);
  },
);
