// Seeded random numbers: the same seed gives the same numbers, and each agent has an independent stream.

export interface Random {
  /** 0 ≤ n < 1 */
  next(): number;
  between(low: number, high: number): number;
  /** Whole number, both bounds inclusive. */
  integer(low: number, high: number): number;
  chance(probability: number): boolean;
  /** Random element of the list, or undefined for an empty list. */
  pick<T>(list: readonly T[]): T | undefined;
  /** Waiting time between independent random events with this mean interval. */
  exponential(mean: number): number;
  /** Standard normal distribution: mean 0, standard deviation 1. */
  normal(): number;
  /** Returns an independent stream that depends only on the seed and the name, not on numbers drawn before. */
  fork(name: string): Random;
}

/** xmur3: hashes text to a well-distributed 32-bit number. */
function hash(text: string): number {
  let mixed = 1779033703 ^ text.length;
  for (let index = 0; index < text.length; index += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(index), 3432918353);
    mixed = (mixed << 13) | (mixed >>> 19);
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 2246822507);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3266489909);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** mulberry32 with the hashed seed. */
export function createRandom(seed: string): Random {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)],
    exponential: (mean) => -mean * Math.log(1 - next()),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}
