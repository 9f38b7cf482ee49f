// Where a bottom sheet comes to rest after a drag.

export type SheetPosition = 'peek' | 'rest' | 'full';

const order: readonly SheetPosition[] = ['peek', 'rest', 'full'];
const enough = 36;

/** `moved` in px, downwards positive; a small wobble changes nothing, a long pull passes two positions. */
export function nextPosition(current: SheetPosition, moved: number): SheetPosition {
  if (Math.abs(moved) < enough) return current;
  const steps = Math.abs(moved) > 320 ? 2 : 1;
  const index = order.indexOf(current) + (moved < 0 ? steps : -steps);
  return order[Math.min(order.length - 1, Math.max(0, index))] ?? current;
}
