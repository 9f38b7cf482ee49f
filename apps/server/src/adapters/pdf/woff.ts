// Converts a WOFF font to the uncompressed font inside it, because a font reader would decompress a WOFF table for
// every letter.
import { inflateSync } from 'node:zlib';

/** https://www.w3.org/TR/WOFF/: a header of 44 bytes, a directory entry of 20 bytes per table, then the tables. */
const WOFF_HEAD = 44;
const WOFF_ENTRY = 20;
/** https://learn.microsoft.com/typography/opentype/spec/otff: a header of 12 bytes and entries of 16 bytes. */
const FONT_HEAD = 12;
const FONT_ENTRY = 16;

/** Tables are aligned to four bytes. */
const padded = (length: number): number => Math.ceil(length / 4) * 4;

/** Throws RangeError for data that is not a WOFF file. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.length < WOFF_HEAD || woff.toString('latin1', 0, 4) !== 'wOFF')
    throw new RangeError('This is not a WOFF font');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = WOFF_HEAD + index * WOFF_ENTRY;
    const offset = woff.readUInt32BE(entry + 4);
    const packed = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const bytes = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(entry, entry + 4),
      checksum: woff.readUInt32BE(entry + 16),
      bytes: packed < length ? inflateSync(bytes) : bytes,
    };
  });
  const start = FONT_HEAD + count * FONT_ENTRY;
  const font = Buffer.alloc(tables.reduce((size, { bytes }) => size + padded(bytes.length), start));
  font.writeUInt32BE(woff.readUInt32BE(4), 0);
  font.writeUInt16BE(count, 4);
  // Start value for a binary search in the table directory, which the header contains.
  const half = 2 ** Math.floor(Math.log2(count));
  font.writeUInt16BE(half * FONT_ENTRY, 6);
  font.writeUInt16BE(Math.log2(half), 8);
  font.writeUInt16BE((count - half) * FONT_ENTRY, 10);
  let offset = start;
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const entry = FONT_HEAD + index * FONT_ENTRY;
    tag.copy(font, entry);
    font.writeUInt32BE(checksum, entry + 4);
    font.writeUInt32BE(offset, entry + 8);
    font.writeUInt32BE(bytes.length, entry + 12);
    bytes.copy(font, offset);
    offset += padded(bytes.length);
  }
  return font;
}
