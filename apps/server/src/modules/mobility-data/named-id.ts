// Derives the UUIDs of trips and events for regulators from the ids of rows.
import { createHash } from 'node:crypto';
import type { NamedId } from '@kerb/domain/mobility-data';

/**
 * UUID version 8 (RFC 9562) of the SHA-256 of the name. Booking ids are not published because they contain their time
 * of creation, which the rounded times must not reveal; their random bits are too many to find an id by trying.
 */
export const namedId: NamedId = (name) => {
  const bytes = createHash('sha256').update(`kerb mobility data: ${name}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
