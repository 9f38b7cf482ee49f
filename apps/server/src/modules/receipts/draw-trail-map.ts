// Draws the map on a receipt: the driven route with its ends, over the nearby water, greens and streets.
import type { LatLng } from '@kerb/domain/geo';
import type { Drawing, Point, Shape } from '../../ports/documents.ts';
import type { MapFeature } from '../maps/index.ts';
import type { Box } from './receipts.deps.ts';

/** Size in units of the drawing: as wide as the page, and low enough for the receipt to fit on one page. */
const WIDTH = 1000;
const HEIGHT = 340;
const HEIGHT_POINTS = 169;
/** Margin around the route, as a fraction of its size. */
const PADDING = 0.14;
/** Smallest extent in degrees at the equator, so that a route of a few metres is not enlarged to the whole map. */
const SMALLEST = 0.006;

export interface MapInk {
  readonly ground: string;
  readonly water: string;
  readonly green: string;
  /** Colours of streets. */
  readonly edge: string;
  readonly way: string;
  readonly halo: string;
  readonly pickup: string;
  readonly stop: string;
  readonly drop: string;
}

/** Colours for printing. */
const printed: MapInk = {
  ground: '#f4f3ef',
  water: '#cfe0ea',
  green: '#e2ebd9',
  edge: '#dcd9d1',
  way: '#1d4ed8',
  halo: '#ffffff',
  pickup: '#15803d',
  stop: '#64748b',
  drop: '#b91c1c',
};

/** The classes of streets that are drawn at this scale, with their widths in units of the drawing. */
const roadWidths: Readonly<Record<string, number>> = {
  motorway: 7,
  trunk: 7,
  primary: 6,
  secondary: 5,
  tertiary: 4,
  minor: 2.5,
};

/** Projects a point to Web Mercator, from 0 to 1 on both axes; y grows to the south. */
const project = ({ lat, lng }: LatLng): Point => {
  const sin = Math.sin((lat * Math.PI) / 180);
  return [(lng + 180) / 360, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)];
};

const unproject = ([x, y]: Point): LatLng => ({
  lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
  lng: x * 360 - 180,
});

/** The part of the world that is drawn: the whole trip with a margin, in the proportions of the drawing. */
export interface MapFrame {
  readonly box: Box;
  /** Converts a place to units of the drawing, rounded to a tenth. */
  readonly at: (place: LatLng) => Point;
}

export function frameOf(places: readonly LatLng[]): MapFrame {
  const points = places.map(project);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.min(...xs);
  const right = Math.max(...xs);
  const top = Math.min(...ys);
  const bottom = Math.max(...ys);
  const span = Math.max(
    (right - left) / (1 - 2 * PADDING),
    ((bottom - top) / (1 - 2 * PADDING)) * (WIDTH / HEIGHT),
    SMALLEST / 360,
  );
  const west = (left + right - span) / 2;
  const north = (top + bottom - (span * HEIGHT) / WIDTH) / 2;
  const scale = WIDTH / span;
  const round = (value: number): number => Math.round(value * 10) / 10;
  const northWest = unproject([west, north]);
  const southEast = unproject([west + span, north + HEIGHT / scale]);
  return {
    box: { west: northWest.lng, north: northWest.lat, east: southEast.lng, south: southEast.lat },
    at: (place) => {
      const [x, y] = project(place);
      return [round((x - west) * scale), round((y - north) * scale)];
    },
  };
}

/** Whether any of the points may be visible; distant features would only make the file larger. */
function isNear(points: readonly Point[]): boolean {
  const all = (test: (point: Point) => boolean) => points.every(test);
  return !(
    all(([x]) => x < -10) ||
    all(([x]) => x > WIDTH + 10) ||
    all(([, y]) => y < -10) ||
    all(([, y]) => y > HEIGHT + 10)
  );
}

/** Merges consecutive points that are closer than a reader can distinguish. */
function thinned(points: readonly Point[], closest = 1.2): Point[] {
  const distinct: Point[] = [];
  for (const [index, point] of points.entries()) {
    const last = distinct.at(-1);
    const far = !last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= closest;
    if (far || index === points.length - 1) distinct.push(point);
  }
  return distinct;
}

/**
 * Level of detail in units of the drawing: the smallest line or area that is drawn, and the smallest distance between
 * points.
 */
export interface MapDetail {
  readonly smallest: number;
  readonly closest: number;
}

export type MapStyle = MapDetail & { readonly ink: MapInk };

const inFull: MapDetail = { smallest: 0, closest: 1.2 };

function sizeOf(points: readonly Point[]): number {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

function shapeOf(feature: MapFeature, at: MapFrame['at'], { ink, smallest, closest }: MapStyle): Shape[] {
  switch (feature.kind) {
    case 'area': {
      const [outline = [], ...holes] = feature.rings.map((ring) => thinned(ring.map(at), closest));
      if (outline.length < 3 || !isNear(outline) || sizeOf(outline) < smallest) return [];
      return [{ kind: 'area', points: outline, holes, fill: ink[feature.layer] }];
    }
    case 'line': {
      const width = feature.layer === 'waterway' ? 3 : roadWidths[feature.class];
      const points = thinned(feature.points.map(at), closest);
      if (width === undefined || points.length < 2 || !isNear(points) || sizeOf(points) < smallest) return [];
      const color = feature.layer === 'waterway' ? ink.water : ink.edge;
      return [{ kind: 'line', points, color, width }];
    }
  }
}

const layers = ['water', 'green', 'waterway', 'road'] as const;

export interface TrailMap {
  /** The driven route, oldest point first; the planned route when no positions are known. */
  trail: readonly LatLng[];
  pickup: LatLng;
  stops: readonly LatLng[];
  drop: LatLng;
}

export const placesOf = ({ trail, pickup, stops, drop }: TrailMap): LatLng[] => [
  ...trail,
  pickup,
  ...stops,
  drop,
];

export function drawTrailMap(
  map: TrailMap,
  frame: MapFrame,
  features: readonly MapFeature[],
  description: string,
  style: MapStyle = { ink: printed, ...inFull },
): Drawing {
  const { at } = frame;
  const { ink } = style;
  const way = thinned(map.trail.map(at), 0.8);
  const line = (color: string, width: number): Shape[] =>
    way.length > 1 ? [{ kind: 'line', points: way, color, width }] : [];
  const dot = (place: LatLng, fill: string, radius: number): Shape => ({
    kind: 'dot',
    at: at(place),
    radius,
    fill,
    outline: ink.halo,
  });
  const ground: Point[] = [
    [0, 0],
    [WIDTH, 0],
    [WIDTH, HEIGHT],
    [0, HEIGHT],
  ];
  return {
    kind: 'drawing',
    size: { width: WIDTH, height: HEIGHT },
    height: HEIGHT_POINTS,
    description,
    shapes: [
      { kind: 'area', points: ground, fill: ink.ground },
      ...layers.flatMap((layer) =>
        features
          .filter((feature) => feature.layer === layer)
          .flatMap((feature) => shapeOf(feature, at, style)),
      ),
      ...line(ink.halo, 13),
      ...line(ink.way, 7),
      ...map.stops.map((stop) => dot(stop, ink.stop, 9)),
      dot(map.pickup, ink.pickup, 13),
      dot(map.drop, ink.drop, 13),
    ],
  };
}
