// Loose type of a MapLibre style layer, which MapLibre validates in the browser and a test validates here.

export type Expression = unknown;

export interface Layer {
  readonly id: string;
  readonly type: 'background' | 'fill' | 'line' | 'symbol';
  readonly source?: 'city';
  readonly 'source-layer'?: string;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly filter?: Expression;
  readonly layout?: Readonly<Record<string, Expression>>;
  readonly paint?: Readonly<Record<string, Expression>>;
}

export const layer = (
  id: string,
  type: Layer['type'],
  sourceLayer: string,
  rest: Omit<Layer, 'id' | 'type' | 'source' | 'source-layer'>,
): Layer => ({ id, type, source: 'city', 'source-layer': sourceLayer, ...rest });

export const byClass = (values: Readonly<Record<string, Expression>>, otherwise: Expression): Expression => [
  'match',
  ['get', 'class'],
  ...Object.entries(values).flat(),
  otherwise,
];

/** Expression that interpolates between the given zooms. */
export const byZoom = (...stops: readonly (readonly [zoom: number, value: Expression])[]): Expression => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...stops.flat(),
];

export const classIn = (...classes: readonly string[]): Expression => [
  'in',
  ['get', 'class'],
  ['literal', classes],
];
