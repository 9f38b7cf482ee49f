// Style layers below the roads: land, greens, water, runways and buildings.
import type { Palette } from './palette.ts';
import { byClass, byZoom, type Layer, layer } from './style-layer.ts';

export function areaLayers(c: Palette): Layer[] {
  const landuse = byClass(
    {
      institution: c.institution,
      industrial: c.industrial,
      commercial: c.commercial,
      aerodrome: c.aerodrome,
    },
    c.land,
  );
  const greens = {
    park: c.park,
    grass: c.grass,
    farmland: c.grass,
    wood: c.wood,
    sand: c.sand,
    wetland: c.grass,
    pitch: c.pitch,
    cemetery: c.cemetery,
    island: c.land,
  };
  return [
    { id: 'land', type: 'background', paint: { 'background-color': c.land } },
    layer('landuse', 'fill', 'landuse', { paint: { 'fill-color': landuse } }),
    layer('green', 'fill', 'green', {
      filter: ['!=', ['get', 'class'], 'island'],
      paint: { 'fill-color': byClass(greens, c.grass), 'fill-antialias': false },
    }),
    layer('water', 'fill', 'water', { paint: { 'fill-color': c.water } }),
    layer('island', 'fill', 'green', {
      filter: ['==', ['get', 'class'], 'island'],
      paint: { 'fill-color': c.land },
    }),
    layer('waterway', 'line', 'waterway', {
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': c.water,
        'line-width': byZoom(
          [8, 0.4],
          [13, byClass({ river: 2.2, canal: 1.6 }, 0.8)],
          [17, byClass({ river: 8, canal: 6 }, 3)],
        ),
      },
    }),
    layer('apron', 'fill', 'aeroway', {
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': c.runway, 'fill-opacity': 0.6 },
    }),
    layer('runway', 'line', 'aeroway', {
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: {
        'line-color': c.runway,
        'line-width': byZoom([11, byClass({ runway: 2 }, 0.5)], [16, byClass({ runway: 40 }, 12)]),
      },
    }),
    layer('building', 'fill', 'building', {
      minzoom: 14,
      paint: {
        'fill-color': c.building,
        'fill-outline-color': c.buildingEdge,
        'fill-opacity': byZoom([14, 0], [15, 0.9]),
      },
    }),
  ];
}
