// Computes the position at which a bottom sheet rests after a drag.

export type SheetPosition = 'peek' | 'rest' | 'full';

const order: readonly SheetPosition[] = ['peek', 'rest', 'full'];
const enough = 36;

/** `moved` in px, positive downwards. A short drag changes nothing, a long one skips a position. */
export function nextPosition(current: SheetPosition, moved: number): SheetPosition {
  if (Math.abs(moved) < enough) return current;
  const steps = Math.abs(moved) > 320 ? 2 : 1;
  const index = order.indexOf(current) + (moved < 0 ? steps : -steps);
  return order[Math.min(order.length - 1, Math.max(0, index))] ?? current;
}
