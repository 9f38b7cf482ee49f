// Where the person stands, as the pickup to begin with: only where the browser gives it without a prompt.
import type { TripPoint } from '@kerb/sdk/store';
import { locate } from '../../lib/locate.ts';

/** West, south, east, north. */
type Box = readonly [number, number, number, number];

const holds = ([west, south, east, north]: Box, { lat, lng }: TripPoint): boolean =>
  lng >= west && lng <= east && lat >= south && lat <= north;

/** Typing has begun: the field keeps what the person writes. */
const isTyping = (): boolean =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.value !== '';

/** Null where the location is not allowed yet, not known, or outside the city. */
export async function ownPickup(city: Box): Promise<TripPoint | null> {
  try {
    const { state } = await navigator.permissions.query({ name: 'geolocation' });
    if (state !== 'granted') return null;
    const place = await locate();
    return holds(city, place) && !isTyping() ? place : null;
  } catch {
    // The field stays empty, with its button to ask for the location.
    return null;
  }
}
