// Seeded random values for the generated past, and ids that sort by time like those of live records.
import { bookingReference, REFERENCE_LENGTH } from '@kerb/domain/kernel';
import { type SeededRandom, seededRandom } from '../seeded-random.ts';

export interface Chance extends SeededRandom {
  between(low: number, high: number): number;
  whole(low: number, high: number): number;
  /** Returns true with this probability. */
  is(probability: number): boolean;
  /** Normally distributed with mean 0 and standard deviation 1. */
  normal(): number;
  /** Picks an item with a probability proportional to its weight; throws for an empty list. */
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T;
  bytes(count: number): Uint8Array;
  /** A UUID (version 7) for this time, ms since the epoch. */
  id(at: number): string;
  /** Random bytes for a booking reference that is not used yet. */
  referenceBytes(): Uint8Array;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export function createChance(seed: number): Chance {
  const random = seededRandom(seed);
  const references = new Set<string>();
  const bytes = (count: number): Uint8Array =>
    Uint8Array.from({ length: count }, () => Math.floor(random.next() * 256));
  const chance: Chance = {
    ...random,
    between: (low, high) => low + random.next() * (high - low),
    whole: (low, high) => low + Math.floor(random.next() * (high - low + 1)),
    is: (probability) => random.next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next()),
    weighted(items, weightOf) {
      const weights = items.map(weightOf);
      let rest = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => {
        rest -= weight;
        return rest < 0;
      });
      const item = items[index === -1 ? items.length - 1 : index];
      if (item === undefined) throw new RangeError('There is nothing to draw from');
      return item;
    },
    bytes,
    id(at) {
      const time = Math.floor(at).toString(16).padStart(12, '0');
      const rest = hex(bytes(10));
      return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
    },
    referenceBytes() {
      const drawn = bytes(REFERENCE_LENGTH);
      const reference = bookingReference(drawn);
      if (references.has(reference)) return chance.referenceBytes();
      references.add(reference);
      return drawn;
    },
  };
  return chance;
}
