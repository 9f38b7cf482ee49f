// Coordinates as the map routes take them in text: "lat,lng", several joined by "|".
import type { LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';

/** The most points one text may name. */
const MAX_POINTS = 50;

/** "lat,lng" in degrees; anything else is `invalid_input`. */
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

/** "lat,lng|lat,lng…"; an empty text is no point. */
export function latLngsOf(text: string): LatLng[] {
  const parts = text.trim() === '' ? [] : text.split('|');
  if (parts.length > MAX_POINTS) throw new DomainError('invalid_input', `At most ${MAX_POINTS} points`);
  return parts.map(latLngOf);
}
