// Computes the smallest bounding box around points, in degrees.
import type { LatLng } from '@kerb/domain/geo';

/** South-west and north-east corners as [lng, lat], the format of MapLibre. */
export type Box = [[number, number], [number, number]];

/** Null without points. A single point gets a box of about 600 m, so that the map does not zoom to one tile. */
export function boxAround(points: readonly LatLng[]): Box | null {
  if (points.length === 0) return null;
  const lats = points.map((point) => point.lat);
  const lngs = points.map((point) => point.lng);
  const south = Math.min(...lats);
  const north = Math.max(...lats);
  const west = Math.min(...lngs);
  const east = Math.max(...lngs);
  const least = 0.005;
  const padLat = Math.max(0, least - (north - south)) / 2;
  const padLng = Math.max(0, least - (east - west)) / 2;
  return [
    [west - padLng, south - padLat],
    [east + padLng, north + padLat],
  ];
}
