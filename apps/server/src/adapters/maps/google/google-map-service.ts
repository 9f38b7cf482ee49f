// Map service on Google Maps Platform's web services; enabled by GOOGLE_MAPS_KEY.
import { decodePolyline, encodePolyline, type LatLng } from '@kerb/domain/geo';
import { DomainError } from '@kerb/domain/kernel';
import type { z } from 'zod';
import {
  callErrors,
  type MapService,
  type PlaceSuggestion,
  type RouteDetails,
  type RouteManeuver,
  type Travel,
} from '../../../ports/maps.ts';
import { remoteCalls } from '../../remote-calls.ts';
import {
  autocompleteAnswer,
  directionsAnswer,
  type GoogleRoute,
  type GoogleStep,
  geocodeAnswer,
  matrixAnswer,
} from './google-answers.ts';

export interface GoogleMapsOptions {
  readonly key: string;
  /** Base URL of the API; tests override it. */
  readonly baseUrl?: string;
}

const GOOGLE = 'https://maps.googleapis.com';
const ANSWER_WITHIN_MS = 6000;
/** Google allows 25 origins, 25 destinations and 100 pairs in one matrix request. */
const MATRIX_SIDE = 10;
const BIAS_METRES = 30_000;

export function createGoogleMapService({ key, baseUrl = GOOGLE }: GoogleMapsOptions): MapService {
  const ask = <T extends { status: string }>(
    path: string,
    query: Readonly<Record<string, string | undefined>>,
    schema: z.ZodType<T>,
    callError: string,
  ) => callGoogle(new URL(`/maps/api/${path}/json`, baseUrl), { ...query, key }, schema, callError);

  async function distanceMatrix(starts: readonly LatLng[], dests: readonly LatLng[]) {
    const rows: (Travel | null)[][] = starts.map(() => []);
    for (const [from, someStarts] of chunks(starts)) {
      for (const [, someDests] of chunks(dests)) {
        const query = {
          origins: someStarts.map(pair).join('|'),
          destinations: someDests.map(pair).join('|'),
        };
        const answer = await ask('distancematrix', query, matrixAnswer, callErrors.distanceMatrix);
        someStarts.forEach((_, i) => {
          rows[from + i]?.push(...someDests.map((__, j) => travelOf(answer.rows[i]?.elements[j])));
        });
      }
    }
    return rows;
  }

  return {
    kind: 'google',
    async autocomplete(q, { near, limit, country }) {
      const input = q.trim();
      if (input === '') return [];
      const components = country ? `country:${country.toLowerCase()}` : undefined;
      const bias = near ? { location: pair(near), radius: String(BIAS_METRES) } : {};
      const query = { input, components, ...bias };
      const answer = await ask('place/autocomplete', query, autocompleteAnswer, callErrors.autocomplete);
      return answer.predictions.slice(0, limit).map(presentPrediction);
    },
    async coordsOf(placeId) {
      const answer = await ask('geocode', { place_id: placeId }, geocodeAnswer, callErrors.coordsOf);
      const found = answer.results[0];
      if (!found) throw new DomainError('place_to_coords_error');
      const { formatted_address: description, geometry, types } = found;
      return {
        ...presentPrediction({ place_id: placeId, description, types }),
        coords: geometry.location,
      };
    },
    distanceMatrix,
    async arrivalTimes(starts, dest) {
      const rows = await distanceMatrix(starts, [dest]);
      return rows.map(([travel]) => travel ?? null);
    },
    async reverse(at) {
      const answer = await ask('geocode', { latlng: pair(at) }, geocodeAnswer, callErrors.reverse);
      const found = answer.results[0];
      if (!found) throw new DomainError('place_to_coords_error');
      return found.formatted_address;
    },
    // Not implemented: Google's Roads API costs extra and returns no driving times, so callers fall back to directions.
    async matchTrace() {
      return null;
    },
    async directions(start, dest, waypoints = []) {
      const via = waypoints.length > 0 ? waypoints.map(pair).join('|') : undefined;
      const query = { origin: pair(start), destination: pair(dest), waypoints: via, mode: 'driving' };
      const answer = await ask('directions', query, directionsAnswer, callErrors.directions);
      const route = answer.routes[0];
      if (!route) throw new DomainError('no_route_found', 'No Route Found');
      return presentRoute(route);
    },
  };
}

const pair = ({ lat, lng }: LatLng): string => `${lat},${lng}`;

/** ZERO_RESULTS counts as a success with an empty list; any other status than OK is a call error. */
async function callGoogle<T extends { status: string }>(
  url: URL,
  query: Readonly<Record<string, string | undefined>>,
  schema: z.ZodType<T>,
  callError: string,
): Promise<T> {
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  let answer = await fetchOnce(url, schema, callError);
  // Google documents UNKNOWN_ERROR as temporary: the same request may succeed at once.
  if (answer.status === 'UNKNOWN_ERROR') answer = await fetchOnce(url, schema, callError);
  switch (answer.status) {
    case 'OK':
    case 'ZERO_RESULTS':
      return answer;
    case 'NOT_FOUND':
    case 'INVALID_REQUEST':
      throw new DomainError('place_to_coords_error');
    case 'MAX_ROUTE_LENGTH_EXCEEDED':
      throw new DomainError('no_route_found', 'No Route Found');
    default:
      // OVER_QUERY_LIMIT, OVER_DAILY_LIMIT, REQUEST_DENIED, MAX_WAYPOINTS_EXCEEDED, UNKNOWN_ERROR
      throw new DomainError('google_places_error', callError);
  }
}

async function fetchOnce<T>(url: URL, schema: z.ZodType<T>, callError: string): Promise<T> {
  try {
    const answer = await remoteCalls.fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    return schema.parse(await answer.json());
  } catch {
    // The error may contain the URL with the API key, so it is not passed on.
    throw new DomainError('google_places_error', callError);
  }
}

function* chunks<T>(items: readonly T[]): Generator<[from: number, part: readonly T[]]> {
  for (let from = 0; from < items.length; from += MATRIX_SIDE)
    yield [from, items.slice(from, from + MATRIX_SIDE)];
}

type Prediction = z.infer<typeof autocompleteAnswer>['predictions'][number];

function presentPrediction({
  place_id,
  description,
  structured_formatting,
  types,
}: Prediction): PlaceSuggestion {
  const [first = description, ...rest] = description.split(', ');
  return {
    place_id,
    description,
    main: structured_formatting?.main_text ?? first,
    secondary: structured_formatting?.secondary_text ?? rest.join(', '),
    kind: kindOf(types ?? []),
  };
}

function kindOf(types: readonly string[]): PlaceSuggestion['kind'] {
  if (types.includes('street_address') || types.includes('premise')) return 'address';
  if (types.includes('route')) return 'street';
  return types.includes('intersection') ? 'intersection' : 'place';
}

const travel = (metres: number, seconds: number): Travel => ({
  distance_in_km: metres / 1000,
  time_in_secs: Math.round(seconds),
});

type Element = z.infer<typeof matrixAnswer>['rows'][number]['elements'][number];

function travelOf(element: Element | undefined): Travel | null {
  if (element?.status !== 'OK' || !element.distance || !element.duration) return null;
  return travel(element.distance.value, element.duration.value);
}

/** Joins the lines of all steps: the overview line is simplified, and maneuvers cannot be located on it. */
function presentRoute({ legs }: GoogleRoute): RouteDetails {
  const points: LatLng[] = [];
  const maneuvers: RouteManeuver[] = [];
  for (const leg of legs) {
    leg.steps.forEach((step, i) => {
      const begin = Math.max(0, points.length - 1);
      points.push(...decodePolyline(step.polyline.points).slice(points.length === 0 ? 0 : 1));
      maneuvers.push(presentStep(step, begin, i === 0));
    });
    maneuvers.push({
      ...travel(0, 0),
      instruction: '',
      type: 'arrive',
      begin: Math.max(0, points.length - 1),
    });
  }
  const total = (part: 'distance' | 'duration') => legs.reduce((sum, leg) => sum + leg[part].value, 0);
  return {
    ...travel(total('distance'), total('duration')),
    polylinePoints: encodePolyline(points),
    legs: legs.map((leg) => travel(leg.distance.value, leg.duration.value)),
    maneuvers,
  };
}

const presentStep = (step: GoogleStep, begin: number, isFirst: boolean): RouteManeuver => ({
  ...travel(step.distance.value, step.duration.value),
  instruction: step.html_instructions
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim(),
  type: isFirst ? 'depart' : maneuverType(step.maneuver ?? 'straight'),
  begin,
});

/** turn-slight-left → slight-left, uturn-right → u-turn, roundabout-left → roundabout, fork-left → slight-left. */
function maneuverType(google: string): string {
  if (google.startsWith('uturn')) return 'u-turn';
  if (google.startsWith('turn-')) return google.slice('turn-'.length);
  if (google.startsWith('fork-') || google.startsWith('keep-')) return `slight-${google.split('-')[1]}`;
  return google.split('-')[0] ?? 'straight';
}
