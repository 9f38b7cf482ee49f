// Which items of a long list are drawn: those in sight, and some on either side for the keyboard.

export interface ItemWindow {
  /** Index of the first item drawn, and of the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Empty room above and below, px. */
  readonly above: number;
  readonly below: number;
}

/** Drawn beyond what is in sight, px, so that the next item can be reached with the keyboard. */
const SPARE_PX = 200;

/** All in px. A list that has become shorter than it is scrolled shows its last items. */
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

/** px from the top of the list to the item. */
export const topOf = (heights: readonly number[], index: number): number =>
  heights.slice(0, index).reduce((sum, height) => sum + height, 0);
