// Draws a still picture of the city as SVG (water, greens and roads), which the apps show until the live map is used.
import type { LatLng } from '@kerb/domain/geo';
import type { TileBox } from './cut-tiles.ts';
import type { MapFeature } from './features-in-box.ts';
import { type MapTheme, type Palette, palettes } from './style/palette.ts';

export type StillSize = 'small' | 'wide' | 'region';

interface Size {
  /** Width and height in CSS pixels. The client shows the picture at this size and crops it to the available space. */
  readonly width: number;
  readonly height: number;
  /** Initial zoom of the live map, so that nothing moves when it replaces the picture. */
  readonly zoom: number;
  /** Things smaller than this, in pixels, are left out because they can hardly be seen. */
  readonly smallest: number;
}

const sizes: Readonly<Record<StillSize, Size>> = {
  small: { width: 800, height: 600, zoom: 12.5, smallest: 6 },
  wide: { width: 2000, height: 900, zoom: 12.5, smallest: 6 },
  // For the map of the whole fleet.
  region: { width: 2000, height: 1200, zoom: 10, smallest: 2 },
};

/** Width of the whole world in pixels. */
const worldPx = (zoom: number): number => 512 * 2 ** zoom;
/** Units of the picture for each CSS pixel: coordinates are whole units, so half a pixel exact. */
const UNITS = 2;
/** Points closer to each other than this, in pixels, are left out because they cannot be distinguished. */
const CLOSEST = 2;

interface RoadLook {
  readonly width: number;
  readonly edge: number;
  readonly isMain: boolean;
}

type RoadLooks = Readonly<Record<string, RoadLook>>;

/** The widths of the live map at zoom 12.5; earlier classes are drawn below later ones. */
const cityRoads: RoadLooks = {
  minor: { width: 0.8, edge: 0.9, isMain: false },
  tertiary: { width: 1.5, edge: 1, isMain: false },
  secondary: { width: 2.3, edge: 1, isMain: false },
  primary: { width: 3, edge: 1, isMain: true },
  trunk: { width: 3.4, edge: 1, isMain: true },
  motorway: { width: 3.6, edge: 1, isMain: true },
};

/** The same at zoom 10, without the edges, which are faint there. */
const regionRoads: RoadLooks = {
  secondary: { width: 0.8, edge: 0, isMain: false },
  primary: { width: 1.3, edge: 0, isMain: true },
  trunk: { width: 1.6, edge: 0, isMain: true },
  motorway: { width: 2, edge: 0, isMain: true },
};

type Point = readonly [x: number, y: number];

/** Projects a point to Web Mercator, in pixels of a world of this width. */
function project({ lat, lng }: LatLng, world: number): Point {
  const sin = Math.sin((lat * Math.PI) / 180);
  return [((lng + 180) / 360) * world, (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * world];
}

function unproject([x, y]: Point, world: number): LatLng {
  return {
    lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / world))) * 180) / Math.PI,
    lng: (x / world) * 360 - 180,
  };
}

interface Frame {
  readonly width: number;
  readonly height: number;
  /** Things smaller than this, in units of the picture, are left out. */
  readonly smallest: number;
  readonly box: TileBox;
  /** Converts a place to units of the picture. */
  readonly at: (place: LatLng) => Point;
}

function frameAround(centre: LatLng, { width, height, zoom, smallest }: Size): Frame {
  const world = worldPx(zoom);
  const [x, y] = project(centre, world);
  const left = x - width / 2;
  const top = y - height / 2;
  const northWest = unproject([left, top], world);
  const southEast = unproject([left + width, top + height], world);
  return {
    width: width * UNITS,
    height: height * UNITS,
    smallest: smallest * UNITS,
    box: { west: northWest.lng, north: northWest.lat, east: southEast.lng, south: southEast.lat },
    at: (place) => {
      const [placeX, placeY] = project(place, world);
      return [Math.round((placeX - left) * UNITS), Math.round((placeY - top) * UNITS)];
    },
  };
}

interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function extentOf(points: readonly Point[]): Extent {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, right, top, bottom };
}

/** Whether the points are inside the picture and large enough to be seen. */
function isSeen(points: readonly Point[], { width, height, smallest }: Frame): boolean {
  const { left, right, top, bottom } = extentOf(points);
  const isInside = right >= 0 && left <= width && bottom >= 0 && top <= height;
  return isInside && Math.max(right - left, bottom - top) >= smallest;
}

function thinned(points: readonly Point[]): Point[] {
  const distinct: Point[] = [];
  for (const [index, point] of points.entries()) {
    const last = distinct.at(-1);
    const isFar = !last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= CLOSEST * UNITS;
    if (isFar || index === points.length - 1) distinct.push(point);
  }
  return distinct;
}

/** Writes a path in relative steps, which have fewer digits than absolute coordinates. */
function pathOf([start, ...rest]: readonly Point[]): string {
  if (!start) return '';
  let last = start;
  const steps = rest.map((point) => {
    const step = `${point[0] - last[0]} ${point[1] - last[1]}`;
    last = point;
    return step;
  });
  return `M${start[0]} ${start[1]}l${steps.join(' ')}`.replaceAll(' -', '-');
}

/**
 * Paths of areas. Areas of neighbouring tiles overlap: outlines and holes run in opposite directions, so that overlaps
 * stay filled.
 */
function areasOf(features: readonly MapFeature[], layer: 'water' | 'green', frame: Frame): string {
  return features
    .flatMap((feature) => (feature.kind === 'area' && feature.layer === layer ? [feature.rings] : []))
    .flatMap((rings) => {
      const [outline = [], ...holes] = rings.map((ring) => thinned(ring.map(frame.at)));
      if (outline.length < 3 || !isSeen(outline, frame)) return [];
      return [outline, ...holes.filter((hole) => isSeen(hole, frame))].map((ring) => `${pathOf(ring)}Z`);
    })
    .join('');
}

function linesOf(features: readonly MapFeature[], isWanted: (feature: MapFeature) => boolean, frame: Frame) {
  return features
    .flatMap((feature) => (feature.kind === 'line' && isWanted(feature) ? [feature.points] : []))
    .map((points) => thinned(points.map(frame.at)))
    .filter((points) => points.length > 1 && isSeen(points, frame))
    .map(pathOf)
    .join('');
}

const widthOf = (pixels: number): string => String(Math.round(pixels * UNITS * 10) / 10);

/** Draws the edges of all roads below all surfaces; each path is defined once and used twice. */
function roadsOf(features: readonly MapFeature[], looks: RoadLooks, colours: Palette, frame: Frame): string {
  const paths = Object.entries(looks).flatMap(([name, look]) => {
    const path = linesOf(features, (one) => one.kind === 'line' && one.class === name, frame);
    return path === '' ? [] : [{ name, look, path }];
  });
  const definitions = paths.map(({ name, path }) => `<path id="${name}" d="${path}"/>`).join('');
  const edges = paths
    .filter(({ look }) => look.edge > 0)
    .map(({ name, look: { width, edge, isMain } }) => {
      const colour = isMain ? colours.mainEdge : colours.roadEdge;
      return `<use href="#${name}" stroke="${colour}" stroke-width="${widthOf(width + edge)}"/>`;
    });
  const surfaces = paths.map(({ name, look: { width, isMain } }) => {
    const colour = isMain ? colours.main : colours.road;
    return `<use href="#${name}" stroke="${colour}" stroke-width="${widthOf(width)}"/>`;
  });
  return `<defs>${definitions}</defs><g fill="none" stroke-linejoin="round" stroke-linecap="round">${edges.join('')}${surfaces.join('')}</g>`;
}

interface StillMap {
  readonly centre: LatLng;
  readonly theme: MapTheme;
  readonly size: StillSize;
}

/** Draws the map; `featuresIn` returns the features in the picture's box, in degrees. */
export async function drawStillMap(
  { centre, theme, size }: StillMap,
  featuresIn: (box: TileBox) => Promise<readonly MapFeature[]>,
): Promise<string> {
  const frame = frameAround(centre, sizes[size]);
  const features = await featuresIn(frame.box);
  const colours = palettes[theme];
  const waterways = linesOf(features, ({ layer }) => layer === 'waterway', frame);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${sizes[size].width}" height="${sizes[size].height}" viewBox="0 0 ${frame.width} ${frame.height}">`,
    `<rect width="100%" height="100%" fill="${colours.land}"/>`,
    `<path fill="${colours.park}" d="${areasOf(features, 'green', frame)}"/>`,
    `<path fill="${colours.water}" d="${areasOf(features, 'water', frame)}"/>`,
    `<path fill="none" stroke="${colours.water}" stroke-width="${widthOf(1)}" d="${waterways}"/>`,
    roadsOf(features, size === 'region' ? regionRoads : cityRoads, colours, frame),
    '</svg>',
  ].join('');
}
