// React hook that measures how much of the landing page's map the header and the booking card cover, so that places are
// fitted into the rest.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type MapPadding, noPadding } from '../../ui/map-padding.ts';

const headerHeight = 64;

interface MapRoom {
  readonly map: RefObject<HTMLDivElement | null>;
  readonly card: RefObject<HTMLDivElement | null>;
  readonly padding: MapPadding;
}

const same = (a: MapPadding, b: MapPadding) =>
  a.top === b.top && a.bottom === b.bottom && a.left === b.left && a.right === b.right;

/** A card at the bottom covers the lower edge of the map; one at the side covers that side. */
function coveredBy(card: DOMRect, map: DOMRect): MapPadding {
  const top = headerHeight;
  const below = card.top > map.top + map.height / 2;
  if (below) return { ...noPadding, top, bottom: Math.max(0, Math.round(map.bottom - card.top)) };
  const atLeft = card.left - map.left < map.right - card.right;
  return atLeft
    ? { ...noPadding, top, left: Math.round(card.right - map.left) }
    : { ...noPadding, top, right: Math.round(map.right - card.left) };
}

export function useMapRoom(): MapRoom {
  const map = useRef<HTMLDivElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const [padding, setPadding] = useState(noPadding);

  useEffect(() => {
    const over = card.current;
    const under = map.current;
    if (!over || !under) return;
    const observer = new ResizeObserver(() => {
      const next = coveredBy(over.getBoundingClientRect(), under.getBoundingClientRect());
      setPadding((before) => (same(before, next) ? before : next));
    });
    observer.observe(over);
    observer.observe(under);
    return () => observer.disconnect();
  }, []);

  return { map, card, padding };
}
