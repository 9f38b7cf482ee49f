// React hook for dragging a stop by its handle with finger or mouse; the other stops move aside.
import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { placeAfterDrag, type RowBox, rowShift } from './stop-order.ts';

interface Drag {
  readonly from: number;
  readonly to: number;
  /** Dragged distance in px. */
  readonly by: number;
}

/** Movements of less than this many px count as a click. */
const slackPx = 5;
/** Distance to the window's edge in px within which dragging scrolls the page, and the px scrolled with each move. */
const edgePx = 72;
const scrollPx = 12;

interface StopDrag {
  readonly dragged: number | null;
  /** Offset in px at which a row is drawn. */
  readonly offsetOf: (index: number) => number;
  /** True right after a drag: the click event that ends it must be ignored. */
  readonly justDragged: () => boolean;
  readonly handlersOf: (index: number) => {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
  };
}

/** `list` has one child element for each stop, in order. */
export function useStopDrag(
  list: RefObject<HTMLElement | null>,
  onMove: (from: number, to: number) => void,
): StopDrag {
  const [drag, setDrag] = useState<Drag | null>(null);
  const begun = useRef<{ index: number; y: number; rows: RowBox[] } | null>(null);
  const pulled = useRef(false);

  const end = () => {
    begun.current = null;
    setDrag(null);
  };
  const handlersOf: StopDrag['handlersOf'] = (index) => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const rows = [...(list.current?.children ?? [])].map((row) => {
        const { top, height } = row.getBoundingClientRect();
        return { top: top + window.scrollY, height };
      });
      begun.current = { index, y: event.clientY + window.scrollY, rows };
      pulled.current = false;
    },
    onPointerMove: (event) => {
      if (!begun.current) return;
      const { y, rows } = begun.current;
      const by = event.clientY + window.scrollY - y;
      if (!pulled.current && Math.abs(by) < slackPx) return;
      pulled.current = true;
      if (event.clientY < edgePx) window.scrollBy(0, -scrollPx);
      if (event.clientY > window.innerHeight - edgePx) window.scrollBy(0, scrollPx);
      setDrag({ from: index, to: placeAfterDrag(rows, index, by), by });
    },
    onPointerUp: () => {
      if (drag && drag.from !== drag.to) onMove(drag.from, drag.to);
      end();
    },
    onPointerCancel: end,
  });

  const pitch = begun.current?.rows.map(({ top }) => top) ?? [];
  const rowPx = pitch.length > 1 ? ((pitch.at(-1) ?? 0) - (pitch[0] ?? 0)) / (pitch.length - 1) : 0;
  return {
    dragged: drag?.from ?? null,
    offsetOf: (index) => {
      if (!drag) return 0;
      return index === drag.from ? drag.by : rowShift(index, drag.from, drag.to) * rowPx;
    },
    justDragged: () => pulled.current,
    handlersOf,
  };
}
