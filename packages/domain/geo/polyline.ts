// Encodes and decodes polylines (Google's published algorithm): a route as short text, at precision 5 or 6.
import { DomainError } from '../kernel/index.ts';
import type { LatLng } from './lat-lng.schema.ts';

/** Decimal places of the degrees: 5 in Kerb's own API, 6 in responses of Valhalla. */
export type PolylinePrecision = 5 | 6;

function encodeNumber(value: number): string {
  // Zigzag encoding stores the sign in the lowest bit. It multiplies instead of shifting, because 180° × 10⁶ doubled
  // needs more than 31 bits.
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  let text = '';
  while (rest >= 32) {
    text += String.fromCharCode(32 + (rest % 32) + 63);
    rest = Math.floor(rest / 32);
  }
  return text + String.fromCharCode(rest + 63);
}

/** Encodes points as text; degrees are rounded to `precision` places. */
export function encodePolyline(points: readonly LatLng[], precision: PolylinePrecision = 5): string {
  const factor = 10 ** precision;
  let text = '';
  let lastLat = 0;
  let lastLng = 0;
  for (const point of points) {
    const lat = Math.round(point.lat * factor);
    const lng = Math.round(point.lng * factor);
    text += encodeNumber(lat - lastLat) + encodeNumber(lng - lastLng);
    lastLat = lat;
    lastLng = lng;
  }
  return text;
}

function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let weight = 1;
  for (let index = 0; index < text.length; index++) {
    const chunk = text.charCodeAt(index) - 63;
    if (chunk < 0 || chunk > 63) throw new DomainError('invalid_input', 'not an encoded polyline');
    value += (chunk % 32) * weight;
    weight *= 32;
    if (chunk >= 32) continue;
    numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2);
    value = 0;
    weight = 1;
  }
  if (weight !== 1 || numbers.length % 2 === 1) {
    throw new DomainError('invalid_input', 'the encoded polyline is cut off');
  }
  return numbers;
}

/** Decodes text to points. Throws `invalid_input` for text that is not an encoded polyline. */
export function decodePolyline(text: string, precision: PolylinePrecision = 5): LatLng[] {
  const factor = 10 ** precision;
  const points: LatLng[] = [];
  let lat = 0;
  let lng = 0;
  let pendingLat: number | null = null;
  for (const delta of decodeNumbers(text)) {
    if (pendingLat === null) {
      pendingLat = delta;
      continue;
    }
    lat += pendingLat;
    lng += delta;
    pendingLat = null;
    points.push({ lat: lat / factor, lng: lng / factor });
  }
  return points;
}
