// A list that draws only what is in sight: how far it is scrolled, how high it is, and what follows from that.
import { useCallback, useRef, useState } from 'react';
import { type ItemWindow, windowItems } from './window-items.ts';

export interface WindowedList extends ItemWindow {
  /** px */
  readonly scrolled: number;
  readonly height: number;
  /** The ref of the list's element, and its onScroll. */
  readonly attach: (element: HTMLElement | null) => (() => void) | undefined;
  readonly onScroll: () => void;
  readonly element: () => HTMLElement | null;
}

/** `heights` of all items, px. */
export function useWindowedList(heights: readonly number[]): WindowedList {
  const list = useRef<HTMLElement | null>(null);
  const [sight, setSight] = useState({ scrolled: 0, height: 640 });
  const onScroll = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = list.current ?? {};
    if (clientHeight > 0) setSight({ scrolled: scrollTop, height: clientHeight });
  }, []);
  const attach = useCallback(
    (element: HTMLElement | null) => {
      list.current = element;
      if (!element) return;
      onScroll();
      const sizes = new ResizeObserver(onScroll);
      sizes.observe(element);
      return () => sizes.disconnect();
    },
    [onScroll],
  );
  return {
    ...windowItems(heights, sight.scrolled, sight.height),
    ...sight,
    attach,
    onScroll,
    element: () => list.current,
  };
}
