// The option that the socket benchmarks share: how many sockets are open.
import type { OptionValues } from '../lib/benchmark.ts';

/** Throws unless the option is a whole number above zero. */
export function socketCount({ sockets }: OptionValues, usual: number): number {
  const count = sockets === undefined ? usual : Number(sockets);
  if (!Number.isInteger(count) || count < 1) throw new Error('--sockets must be a whole number above zero');
  return count;
}
