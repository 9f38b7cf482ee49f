// Port that re-encodes uploaded pictures, so that they are safe to store and to show.
import type { StoredFile } from './storage.ts';

export interface Images {
  /**
   * Decodes the bytes, applies the orientation, scales the picture down to `maxEdge` pixels and encodes it as WebP, so
   * that nothing of the original file, metadata included, is stored. Only the first frame of an animation is used.
   * Throws DomainError `image_unreadable` for bytes that are not a complete JPEG, PNG, WebP, AVIF or TIFF picture,
   * `image_too_large` above 25 million pixels (checked before decoding), and `overloaded` when too many pictures are
   * queued.
   */
  reencode(bytes: Buffer, options: { maxEdge: number }): Promise<StoredFile>;
}
