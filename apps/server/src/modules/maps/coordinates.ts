// Parses the coordinates in requests to the map routes: "lat,lng", several joined by "|".
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';

/** Most points in one text. */
const MAX_POINTS = 50;

/** Parses "lat,lng" in degrees. Throws `invalid_input` for anything else. */
export function latLngOf(text: string): LatLng {
  const parts = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [lat, lng] = parts;
  const isValid =
    parts.length === 2 &&
    lat !== undefined &&
    lng !== undefined &&
    Math.abs(lat) <= 90 &&
    Math.abs(lng) <= 180;
  if (!isValid)
    throw new DomainError('invalid_input', `"${text.slice(0, 60)}" is not a latitude and a longitude`);
  return { lat, lng };
}

/** Parses "lat,lng|lat,lng…"; an empty text gives an empty list. */
export function latLngsOf(text: string): LatLng[] {
  const parts = text.trim() === '' ? [] : text.split('|');
  if (parts.length > MAX_POINTS) throw new DomainError('invalid_input', `At most ${MAX_POINTS} points`);
  return parts.map(latLngOf);
}
