// Makes pictures that people hand in safe to keep and to show.
import type { StoredFile } from './storage.ts';

export interface Images {
  /**
   * Decodes the bytes, turns them upright, fits them within `maxEdge` pixels and encodes them anew as WebP, so that
   * nothing of the file as it came, metadata included, is kept. Throws DomainError `image_unreadable` for what is
   * not a JPEG, PNG, WebP, AVIF, HEIF or TIFF picture, `image_too_large` beyond 25 million pixels, told before decoding.
   */
  reencode(bytes: Buffer, options: { maxEdge: number }): Promise<StoredFile>;
}
