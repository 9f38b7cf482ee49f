// Derives the UUIDs of trips and events for regulators from the ids of rows.
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import type { NamedId } from '@kerb/domain/mobility-data';

/** Formats the first 16 bytes of a hash as a UUID of version 8 (RFC 9562). */
function uuidOf(hash: Buffer): string {
  const bytes = hash.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Hashes the name with SHA-256. Booking ids are not published because they contain their time of creation, which the
 * rounded times must not reveal; their random bits are too many to find an id by trying.
 */
export const namedId: NamedId = (name) =>
  uuidOf(createHash('sha256').update(`kerb mobility data: ${name}`).digest());

/**
 * Hashes names of public values and an exact time, with a key derived from the installation's secret: without a key,
 * trying the 60,000 ms of the published minute would find the time.
 */
export function createTimedId(secret: string): NamedId {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kerb mobility data', 32));
  return (name) => uuidOf(createHmac('sha256', key).update(name).digest());
}
