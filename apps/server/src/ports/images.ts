// Makes pictures that people hand in safe to keep and to show.
import type { StoredFile } from './storage.ts';

export interface Images {
  /**
   * Decodes the bytes, turns them upright, fits them within `maxEdge` pixels and encodes them again as WebP, so that
   * nothing of the original file, metadata included, is stored; of an animation only the first frame. Throws
   * DomainError `image_unreadable` for what is not, by its bytes, a whole JPEG, PNG, WebP, AVIF or TIFF picture,
   * `image_too_large` beyond 25 million pixels, checked before decoding, and `overloaded` when too many pictures wait.
   */
  reencode(bytes: Buffer, options: { maxEdge: number }): Promise<StoredFile>;
}
