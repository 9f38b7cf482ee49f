// Draws the small picture of a trip in the rider's list as SVG: nearby streets, the driven or quoted route, and both
// ends.
import { decodePolyline } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { Point, Shape } from '../../ports/documents.ts';
import { drawTrailMap, frameOf, type MapInk, placesOf, type TrailMap } from './draw-trail-map.ts';
import type { ReceiptsDeps } from './receipts.deps.ts';

export type MapTheme = 'light' | 'dark';

/** Colours of the on-screen map. */
const inks: Readonly<Record<MapTheme, MapInk>> = {
  light: {
    ground: '#f2f1ed',
    water: '#cfe0ea',
    green: '#e0ead7',
    edge: '#ffffff',
    way: '#14171f',
    halo: '#ffffff',
    pickup: '#14171f',
    stop: '#667085',
    drop: '#ffc400',
  },
  dark: {
    ground: '#1d2129',
    water: '#17303e',
    green: '#20302a',
    edge: '#333a47',
    way: '#ffffff',
    halo: '#14171f',
    pickup: '#ffffff',
    stop: '#98a2b3',
    drop: '#ffc400',
  },
};

/** Path in whole units, each of which is a third of a pixel on a card. */
const pathOf = (points: readonly Point[]): string =>
  `M${points.map((point) => whole(point).join(' ')).join('L')}`;

/** Style and path of a shape; a dot is an element of its own. */
function partsOf(shape: Shape): { style: string; path: string } | { element: string } {
  switch (shape.kind) {
    case 'area': {
      const rings = [shape.points, ...(shape.holes ?? [])].map((ring) => `${pathOf(ring)}Z`);
      return { style: `fill="${shape.fill}" fill-rule="evenodd"`, path: rings.join('') };
    }
    case 'line':
      return {
        style: `fill="none" stroke="${shape.color}" stroke-width="${shape.width}" stroke-linejoin="round" stroke-linecap="round"`,
        path: pathOf(shape.points),
      };
    case 'dot': {
      const [x, y] = shape.at;
      const outline = shape.outline ? ` stroke="${shape.outline}" stroke-width="5"` : '';
      return { element: `<circle cx="${x}" cy="${y}" r="${shape.radius}" fill="${shape.fill}"${outline}/>` };
    }
  }
}

/** Joins neighbouring shapes of the same style into one path, which makes the file a third smaller. */
function svgOf(shapes: readonly Shape[]): string {
  const elements: string[] = [];
  let open: { style: string; paths: string[] } = { style: '', paths: [] };
  const close = () => {
    if (open.paths.length > 0) elements.push(`<path d="${open.paths.join('')}" ${open.style}/>`);
    open = { style: '', paths: [] };
  };
  for (const shape of shapes) {
    const parts = partsOf(shape);
    if ('element' in parts) {
      close();
      elements.push(parts.element);
    } else {
      if (parts.style !== open.style) close();
      open.style = parts.style;
      open.paths.push(parts.path);
    }
  }
  close();
  return elements.join('');
}

/** Smaller details, in thousandths of the picture's width, cannot be seen on a card. */
const detail = { smallest: 9, closest: 5 };

const whole = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];

export interface BookingMap {
  svg: string;
  /** True once the trip is over, when the picture no longer changes. */
  isFinal: boolean;
}

type MapDeps = Pick<ReceiptsDeps, 'booking' | 'featuresIn'>;

/** Throws `not_found` for another user's booking. */
export function createDrawBookingMap({ booking, featuresIn }: MapDeps) {
  return async function drawBookingMap(actor: Actor, id: string, theme: MapTheme): Promise<BookingMap> {
    const found = await booking.find(id);
    if (!found || booking.partyOf(found, actor) !== 'rider') throw new DomainError('not_found');
    const map: TrailMap = {
      trail: decodePolyline(found.driven_line || found.polyline),
      pickup: found.pickup,
      stops: found.waypoints,
      drop: found.drop_point,
    };
    const frame = frameOf(placesOf(map));
    // Without the streets the picture still shows the route.
    const features = await featuresIn(frame.box).catch(() => []);
    const { size, shapes } = drawTrailMap(map, frame, features, '', { ink: inks[theme], ...detail });
    const content = svgOf(shapes);
    return {
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}">${content}</svg>`,
      isFinal: Boolean(found.driven_line) || found.status === 'CANCELLED',
    };
  };
}
