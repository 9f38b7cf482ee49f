// Re-encodes pictures with libvips: only allowed decoders, few pictures at once, and a size check before decoding.
import { DomainError } from '@kerb/domain/kernel';
import type sharp from 'sharp';
import { createTurns } from '../../kit/take-turns.ts';
import type { Images } from '../../ports/images.ts';
import { pictureFormat } from './picture-format.ts';

export const MAX_PIXELS = 25_000_000;
/** Maximum edge of WebP, which also bounds the width of a picture that is one pixel high. */
const MAX_EDGE = 16_383;
const QUALITY = 82;
const SECONDS = 20;

const decoders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}Buffer`);

type Sharp = typeof sharp;

/** Loads sharp with one thread per picture, without a cache, and with only the listed decoders. */
async function loadRestrained(): Promise<Sharp> {
  const { default: library } = await import('sharp');
  library.concurrency(1);
  library.cache(false);
  library.block({ operation: ['VipsForeignLoad'] });
  library.unblock({ operation: decoders });
  return library;
}

const unreadable = (): DomainError => new DomainError('image_unreadable');

/** Maximum for photographs: grey, RGB or CMYK, with or without transparency, 8 or 16 bits per channel. */
const MAX_CHANNELS = 5;
const depths: readonly string[] = ['uchar', 'ushort'];

/**
 * Reads width and height from the header. Rejects pictures with many channels, because pixels of hundreds of channels
 * can turn a few kilobytes into gigabytes.
 */
async function sizeOf(library: Sharp, bytes: Buffer): Promise<{ width: number; height: number }> {
  const { width, height, channels, depth } = await library(bytes, {
    limitInputPixels: false,
    failOn: 'error',
  })
    .metadata()
    .catch(() => {
      throw unreadable();
    });
  if (channels > MAX_CHANNELS || !depths.includes(depth)) throw unreadable();
  return { width, height };
}

/** The library is loaded with the first picture, so that it does not slow down every start of the server. */
export function createSharpImages(): Images {
  let loading: Promise<Sharp> | undefined;
  const inTurn = createTurns({ atOnce: 2, waiting: 40 });
  const encode = async (bytes: Buffer, maxEdge: number): Promise<Buffer> => {
    loading ??= loadRestrained();
    const library = await loading;
    const { width, height } = await sizeOf(library, bytes);
    if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_EDGE)
      throw new DomainError('image_too_large');
    try {
      return await library(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
        .timeout({ seconds: SECONDS })
        .autoOrient()
        .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .toBuffer();
    } catch {
      // Any libvips error while processing an upload means that the upload is invalid.
      throw unreadable();
    }
  };
  return {
    async reencode(bytes, { maxEdge }) {
      if (pictureFormat(bytes) === null) throw unreadable();
      return { bytes: await inTurn(() => encode(bytes, maxEdge)), contentType: 'image/webp' };
    },
  };
}
