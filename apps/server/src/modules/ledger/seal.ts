// Defines a seal: the state of the ledger at the end of a day, signed with a key that only this installation has.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Format of a seal in the database and in its file. Hashes are 64 hexadecimal digits. */
export const seal = z.object({
  /** YYYY-MM-DD in settings.timezone */
  day: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  /** Number of the last link of the chain on that day; 0 for an empty chain. */
  through: z.number().int().nonnegative(),
  /** Hash of that link. */
  head: hash,
  /** Number of entries of all links up to it. */
  entries: z.number().int().nonnegative(),
  /** The sum of all balances: 0. */
  total: z.number().int(),
  /** ms since the epoch */
  sealedAt: z.number().int(),
  /** The mac of the previous seal; zeros for the first. */
  prev: hash,
  mac: hash,
});
export type Seal = z.infer<typeof seal>;

export const NO_HASH = '0'.repeat(64);

export const sealKey = (secret: string): Buffer =>
  createHmac('sha256', secret).update('kerb ledger seal').digest();

/** HMAC-SHA256 over the JSON array of all other values, in the order above. */
export function sealMac(
  key: Buffer,
  { day, through, head, entries, total, sealedAt, prev }: Omit<Seal, 'mac'>,
): string {
  const text = JSON.stringify([day, through, head, entries, total, sealedAt, prev]);
  return createHmac('sha256', key).update(text).digest('hex');
}

export const isSealedWith = (key: Buffer, daySeal: Seal): boolean =>
  timingSafeEqual(Buffer.from(sealMac(key, daySeal), 'hex'), Buffer.from(daySeal.mac, 'hex'));

/** Storage key of the seal's file. */
export const sealFile = (day: string): string => `ledger-seals/${day}.json`;

export const sealBytes = (daySeal: Seal): Buffer => Buffer.from(`${JSON.stringify(daySeal, null, 2)}\n`);

/** Parses the seal in a file; null for invalid content. */
export function readSeal(bytes: Buffer): Seal | null {
  try {
    return seal.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

export const isSameSeal = (one: Seal, other: Seal): boolean =>
  JSON.stringify(seal.parse(one)) === JSON.stringify(seal.parse(other));
