// Detects a picture's format from its first bytes, never from its file name or declared type.

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff';

const startsWith = (bytes: Buffer, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const textAt = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

/**
 * Reads the brands of an ISO media file: "ftyp", the major brand, a version, then compatible brands of 4 bytes each.
 */
function isAvif(bytes: Buffer): boolean {
  if (textAt(bytes, 4, 8) !== 'ftyp') return false;
  const size = Math.min(bytes.readUInt32BE(0), 256, bytes.length);
  for (let at = 8; at + 4 <= size; at += 4)
    if (at !== 12 && ['avif', 'avis'].includes(textAt(bytes, at, at + 4))) return true;
  return false;
}

/** Null for all other formats, such as SVG, PDF and GIF, whose decoders are not allowed. */
export function pictureFormat(bytes: Buffer): PictureFormat | null {
  if (bytes.length < 12) return null;
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP') return 'webp';
  if (startsWith(bytes, 0x49, 0x49, 0x2a, 0x00) || startsWith(bytes, 0x4d, 0x4d, 0x00, 0x2a)) return 'tiff';
  return isAvif(bytes) ? 'avif' : null;
}
