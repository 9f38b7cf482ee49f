// Style layers of roads by class: edges below surfaces, more important roads above others; paths and rails are thin.
import type { Palette } from './palette.ts';
import { byClass, byZoom, classIn, type Expression, type Layer, layer } from './style-layer.ts';

const DRAWN = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'minor', 'pedestrian', 'service'];

/**
 * Width of the surface in pixels: zoom, then motorway, trunk, primary, secondary, tertiary, minor and service; last the
 * width added for the edge.
 */
const WIDTHS: readonly (readonly [zoom: number, classes: readonly number[], edge: number])[] = [
  [6, [1, 0.8, 0.5, 0, 0, 0, 0], 0],
  [10, [2, 1.6, 1.3, 0.8, 0.3, 0, 0], 0.4],
  [12, [3, 2.8, 2.4, 1.8, 1.1, 0.5, 0.2], 0.9],
  [14, [6, 5.5, 5, 4.2, 3.2, 2, 1], 1.4],
  [16, [13, 12, 11, 10, 8.5, 6.5, 3.4], 2],
  [18, [30, 28, 26, 24, 21, 17, 9], 2.6],
  [20, [70, 66, 60, 56, 50, 42, 22], 3],
];

/** Link roads are narrower than the roads they connect. */
function widthOf(classes: readonly number[]): Expression {
  const [motorway = 0, trunk = 0, primary = 0, secondary = 0, tertiary = 0, minor = 0, service = 0] = classes;
  const main = { motorway, trunk, primary, secondary, tertiary };
  const width = byClass({ ...main, minor, pedestrian: minor * 0.8 }, service);
  return ['*', width, ['case', ['==', ['get', 'link'], 1], 0.6, 1]];
}

const surface = byZoom(...WIDTHS.map(([zoom, classes]) => [zoom, widthOf(classes)] as const));
const edged = byZoom(
  ...WIDTHS.map(([zoom, classes, edge]) => [zoom, ['+', widthOf(classes), edge]] as const),
);

export function roadLayers(c: Palette): Layer[] {
  const main = { motorway: c.main, trunk: c.main, primary: c.main };
  const mainEdge = { motorway: c.mainEdge, trunk: c.mainEdge, primary: c.mainEdge };
  const round = { 'line-cap': 'round', 'line-join': 'round', 'line-sort-key': ['get', 'order'] };
  return [
    layer('path', 'line', 'road', {
      minzoom: 14,
      filter: classIn('path'),
      paint: { 'line-color': c.path, 'line-width': byZoom([14, 0.6], [18, 2.5]), 'line-dasharray': [2, 1.5] },
    }),
    layer('road-edge', 'line', 'road', {
      minzoom: 9.5,
      filter: classIn(...DRAWN),
      layout: round,
      paint: {
        'line-color': byClass(mainEdge, c.roadEdge),
        'line-width': edged,
        'line-opacity': byZoom([9.5, 0], [11, 1]),
      },
    }),
    layer('road', 'line', 'road', {
      filter: classIn(...DRAWN),
      layout: round,
      paint: {
        'line-color': byClass(main, c.road),
        'line-width': surface,
        'line-opacity': ['case', ['==', ['get', 'tunnel'], 1], 0.5, 1],
      },
    }),
    layer('rail', 'line', 'rail', {
      minzoom: 11,
      paint: {
        'line-color': c.rail,
        'line-width': byZoom([11, 0.5], [16, byClass({ main: 2 }, 1)]),
        'line-opacity': byClass({ main: 0.9 }, 0.5),
      },
    }),
  ];
}
