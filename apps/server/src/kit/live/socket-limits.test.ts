// Tests that live sockets are counted when they open, are identified and close.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CountedSocket, createSocketLimits } from './socket-limits.ts';

const limits = { total: 6, perAddress: 4, perPerson: 2 };

it('are rejected above the total, address and user limits, and admitted again after one closes', () => {
  const sockets = createSocketLimits(limits);
  const open = (address: string, uid: string | null) => sockets.open(address, uid);
  const first = open('203.0.113.1', 'rider');
  expect(open('203.0.113.2', 'rider')).toBeTypeOf('object');
  expect(open('203.0.113.3', 'rider')).toBe('person');
  for (let nth = 0; nth < 3; nth += 1) expect(open('203.0.113.1', null)).toBeTypeOf('object');
  expect(open('203.0.113.1', null)).toBe('address');
  expect(open('203.0.113.4', null)).toBeTypeOf('object');
  expect(open('203.0.113.5', null)).toBe('total');
  if (typeof first === 'object') first.release();
  expect(open('203.0.113.1', 'rider')).toBeTypeOf('object');
});

it('of one IPv6 /64 count as one address', () => {
  const sockets = createSocketLimits(limits);
  for (let nth = 0; nth < 4; nth += 1) sockets.open(`2001:db8::${nth}`, null);
  expect(sockets.refusalFor('2001:db8::ffff', null)).toBe('address');
  expect(sockets.refusalFor('2001:db8:0:1::ffff', null)).toBeNull();
});

it('count for a user who signs in later, who may then have too many', () => {
  const sockets = createSocketLimits({ ...limits, perAddress: 100, total: 100 });
  const [one, two, three] = [0, 1, 2].map(() => sockets.open('203.0.113.1', null) as CountedSocket);
  expect(one?.identify('rider')).toBeNull();
  expect(one?.identify('rider')).toBeNull();
  expect(two?.identify('rider')).toBeNull();
  expect(three?.identify('rider')).toBe('person');
  expect(one?.identify('driver')).toBeNull();
  expect(three?.identify('rider')).toBeNull();
});

it('release their count once when they close, in any order and however often', () => {
  const step = fc.record({ person: fc.constantFrom(null, 'a', 'b'), next: fc.constantFrom(null, 'a', 'b') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const sockets = createSocketLimits({ total: 10, perAddress: 10, perPerson: 3 });
      const opened = steps.flatMap(({ person, next }) => {
        const socket = sockets.open('203.0.113.1', person);
        if (typeof socket === 'string') return [];
        if (next !== null) socket.identify(next);
        return [socket];
      });
      for (const socket of [...opened, ...opened]) socket.release();
      for (const uid of ['a', 'b'])
        for (let nth = 0; nth < 3; nth += 1) expect(sockets.open('203.0.113.1', uid)).toBeTypeOf('object');
    }),
  );
});
