// A seal: what the ledger was when a day was over, signed with a key that only this installation has.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** As stored in the database and, byte for byte, as a file. Hashes are 64 hexadecimal digits. */
export const seal = z.object({
  /** YYYY-MM-DD in settings.timezone */
  day: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  /** The last link of the chain on that day; 0 while there was none. */
  through: z.number().int().nonnegative(),
  /** The hash of that link. */
  head: hash,
  /** Entries of all links up to it. */
  entries: z.number().int().nonnegative(),
  /** The sum of all balances: 0. */
  total: z.number().int(),
  /** ms since the epoch */
  sealedAt: z.number().int(),
  /** The mac of the seal before; zeros for the first. */
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

export const isSealedWith = (key: Buffer, given: Seal): boolean =>
  timingSafeEqual(Buffer.from(sealMac(key, given), 'hex'), Buffer.from(given.mac, 'hex'));

/** Where the storage keeps a copy. */
export const sealFile = (day: string): string => `ledger-seals/${day}.json`;

export const sealBytes = (given: Seal): Buffer => Buffer.from(`${JSON.stringify(given, null, 2)}\n`);

/** The seal of a file; null for anything else. */
export function readSeal(bytes: Buffer): Seal | null {
  try {
    return seal.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

export const isSameSeal = (one: Seal, other: Seal): boolean =>
  JSON.stringify(seal.parse(one)) === JSON.stringify(seal.parse(other));
