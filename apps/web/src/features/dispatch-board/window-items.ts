// Computes which items of a virtualised list are rendered: the visible ones, and some on either side for the keyboard.

export interface ItemWindow {
  /** Index of the first rendered item, and of the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Height of the items that are not rendered above and below, px. */
  readonly above: number;
  readonly below: number;
}

/** Height rendered beyond the visible part, px, so that the keyboard can reach the next item. */
const SPARE_PX = 200;

/** All in px. When the list has become shorter than its scroll position, the last items are rendered. */
export function windowItems(heights: readonly number[], scrolled: number, height: number): ItemWindow {
  const start = Math.min(scrolled, Math.max(0, topOf(heights, heights.length) - height));
  let top = 0;
  let from = 0;
  let above = 0;
  let to = 0;
  let end = 0;
  for (const [index, own] of heights.entries()) {
    if (top + own <= start - SPARE_PX) {
      from = index + 1;
      above = top + own;
    }
    if (top < start + height + SPARE_PX) {
      to = index + 1;
      end = top + own;
    }
    top += own;
  }
  return { from, to, above, below: top - end };
}

/** Distance in px from the top of the list to the item. */
export const topOf = (heights: readonly number[], index: number): number =>
  heights.slice(0, index).reduce((sum, height) => sum + height, 0);
