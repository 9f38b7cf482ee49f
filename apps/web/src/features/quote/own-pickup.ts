// Reads the user's location as the initial pickup, only where the browser provides it without a prompt.
import type { TripPoint } from '@kerb/sdk/store';
import { locate } from '../../lib/locate.ts';

/** West, south, east, north in degrees. */
type Box = readonly [number, number, number, number];

const holds = ([west, south, east, north]: Box, { lat, lng }: TripPoint): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

/** True while the focused field contains text: the user's input must not be replaced. */
const isTyping = (): boolean =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.value !== '';

/** Null where the permission is not granted yet, the location is unknown, or it is outside the city. */
export async function ownPickup(city: Box): Promise<TripPoint | null> {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    if (state !== 'granted') return null;
    const place = await locate();
    return holds(city, place) && !isTyping() ? place : null;
  } catch {
    // The field stays empty; its button asks for the location.
    return null;
  }
}
