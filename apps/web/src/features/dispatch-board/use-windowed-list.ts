// React hook for a virtualised list: tracks its scroll position and height, and computes the visible items.
import { useCallback, useRef, useState } from 'react';
import { type ItemWindow, windowItems } from './window-items.ts';

export interface WindowedList extends ItemWindow {
  /** Scroll position in px. */
  readonly scrolled: number;
  readonly height: number;
  /** Callback ref of the list's element; use it together with `onScroll`. */
  readonly attach: (element: HTMLElement | null) => (() => void) | undefined;
  readonly onScroll: () => void;
  readonly element: () => HTMLElement | null;
}

/** `heights` of all items in px. */
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
