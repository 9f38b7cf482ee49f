// UUIDs for trips and events of regulators' data, made from the names of our own rows.
import { createHash } from 'node:crypto';
import type { NamedId } from '@kerb/domain/mobility-data';

/**
 * A UUID of version 8 (RFC 9562) of the SHA-256 of the name. The ids of bookings begin with the time they were made,
 * which the coarsened data must not give away; they have random bits enough that no one finds them by trying.
 */
export const namedId: NamedId = (name) => {
  const bytes = createHash('sha256').update(`kerb mobility data: ${name}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
