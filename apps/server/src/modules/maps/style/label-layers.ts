// Style layers of labels: streets, suburbs, parks and places.
import type { Palette } from './palette.ts';
import { byClass, byZoom, classIn, type Expression, type Layer, layer } from './style-layer.ts';

const REGULAR = ['Inter Medium'];
const STRONG = ['Inter SemiBold'];
const name: Expression = ['get', 'name'];
const GREEN_PLACES = ['park', 'garden', 'golf_course', 'cemetery', 'beach', 'nature_reserve', 'pitch'];

export function labelLayers(c: Palette): Layer[] {
  const halo = (colour: string, width = 1.4) => ({
    'text-color': colour,
    'text-halo-color': c.halo,
    'text-halo-width': width,
    'text-halo-blur': 0.4,
  });
  const alongLine = {
    'symbol-placement': 'line',
    'text-field': name,
    'text-font': REGULAR,
    'text-max-angle': 35,
  };
  const atPoint = { 'text-field': name, 'text-font': REGULAR, 'text-max-width': 8, 'text-padding': 6 };
  const poiColour = byClass(Object.fromEntries(GREEN_PLACES.map((kind) => [kind, c.parkLabel])), c.poiLabel);
  return [
    layer('waterway-label', 'symbol', 'waterway', {
      minzoom: 13,
      filter: ['has', 'name'],
      layout: { ...alongLine, 'text-size': 11, 'text-letter-spacing': 0.05 },
      paint: halo(c.waterLabel),
    }),
    // MapLibre places the labels of later layers first: streets before shops, main streets before side streets.
    poiLabels('poi-label-close', 16.5, 100, atPoint, halo(c.poiLabel), poiColour),
    poiLabels('poi-label', 14.5, 45, atPoint, halo(c.poiLabel), poiColour),
    layer('street-label', 'symbol', 'road', {
      minzoom: 15,
      filter: ['all', ['has', 'name'], classIn('minor', 'pedestrian', 'service')],
      layout: { ...alongLine, 'text-size': byZoom([15, 10], [18, 13]), 'symbol-spacing': 240 },
      paint: halo(c.roadLabel),
    }),
    layer('main-street-label', 'symbol', 'road', {
      minzoom: 12.5,
      filter: ['all', ['has', 'name'], classIn('motorway', 'trunk', 'primary', 'secondary', 'tertiary')],
      layout: {
        ...alongLine,
        'text-size': byZoom([12, 10], [15, 12], [18, 14]),
        'symbol-spacing': 320,
        'symbol-sort-key': ['-', 0, ['get', 'order']],
      },
      paint: halo(c.roadLabel, 1.6),
    }),
    layer('neighbourhood-label', 'symbol', 'place', {
      minzoom: 13.5,
      maxzoom: 16.5,
      filter: classIn('neighbourhood', 'quarter'),
      layout: { ...atPoint, 'text-size': byZoom([13, 10], [16, 12]) },
      paint: halo(c.suburbLabel),
    }),
    layer('suburb-label', 'symbol', 'place', {
      minzoom: 11.5,
      maxzoom: 16.5,
      filter: classIn('suburb', 'village'),
      layout: {
        ...atPoint,
        'text-font': STRONG,
        'text-size': byZoom([11, 10], [14, 12.5], [16, 14]),
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.08,
        'text-padding': 12,
      },
      paint: halo(c.suburbLabel, 1.8),
    }),
    layer('city-label', 'symbol', 'place', {
      maxzoom: 11.5,
      filter: classIn('city', 'town'),
      layout: { ...atPoint, 'text-font': STRONG, 'text-size': byZoom([5, 12], [11, 20]) },
      paint: halo(c.placeLabel, 2),
    }),
  ];
}

function poiLabels(
  id: string,
  minzoom: number,
  worstRank: number,
  atPoint: Readonly<Record<string, Expression>>,
  paint: Readonly<Record<string, Expression>>,
  colour: Expression,
): Layer {
  const isFirst = worstRank < 100;
  return layer(id, 'symbol', 'poi', {
    minzoom,
    filter: isFirst ? ['<=', ['get', 'rank'], worstRank] : ['>', ['get', 'rank'], 45],
    layout: { ...atPoint, 'text-size': isFirst ? 11.5 : 10.5, 'symbol-sort-key': ['get', 'rank'] },
    paint: { ...paint, 'text-color': colour },
  });
}
