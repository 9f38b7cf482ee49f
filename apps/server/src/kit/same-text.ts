// Compares two texts in constant time for their lengths, so that the duration reveals nothing about a secret.
import { timingSafeEqual } from 'node:crypto';

export function isSameText(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}
