// Tests that a late port forwards calls once it is connected, and that an earlier call reports the missing port.
import { expect, test } from 'vitest';
import { createLatePort } from './late-port.ts';

interface Balances {
  balanceOf(uid: string): Promise<number>;
}

test('forwards calls to the implementation, also through a method that was read before connecting', async () => {
  const { port, connect } = createLatePort<Balances>('balances');
  const { balanceOf } = port;
  connect({ balanceOf: async (uid) => uid.length });
  expect(await port.balanceOf('abc')).toBe(3);
  expect(await balanceOf('ab')).toBe(2);
});

test('throws an error with the name of a port that is called before it is connected', () => {
  const { port } = createLatePort<Balances>('balances');
  expect(() => port.balanceOf('abc')).toThrow('The port balances was called before it was connected');
});
