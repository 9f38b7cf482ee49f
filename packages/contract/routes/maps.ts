// Route declarations of the map service: places, routes, travel times and the basemap, and the hosted functions for
// them.
import { latLng } from '@kerb/domain/geo';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';

const tag = 'maps';

const coordinatePair = z
  .string()
  .regex(/^-?\d{1,3}(\.\d+)?,-?\d{1,3}(\.\d+)?$/)
  .max(60);

const placeDetails = z.object({
  /** The two lines of a place: its name or street with house number, and its area. */
  main: z.string(),
  secondary: z.string(),
  kind: z.enum(['address', 'street', 'place', 'intersection']),
});

export const suggestion = z.object({
  place_id: z.string(),
  description: z.string(),
  ...placeDetails.shape,
});
export type Suggestion = z.infer<typeof suggestion>;

export const place = z.object({
  place_id: z.string(),
  description: z.string(),
  coords: latLng,
  placeDetails,
});

export const routeManeuver = z.object({
  instruction: z.string(),
  /** Kind of turn, for example left, right, straight, roundabout, arrive. */
  type: z.string(),
  distance_in_km: z.number(),
  time_in_secs: z.number(),
  /** Index of the maneuver's first point in the decoded polyline. */
  begin: z.number().int(),
});

export const directions = z.object({
  distance_in_km: z.number(),
  time_in_secs: z.number(),
  /** Google encoded polyline, precision 5. */
  polylinePoints: z.string(),
  legs: z.array(z.object({ distance_in_km: z.number(), time_in_secs: z.number() })),
  maneuvers: z.array(routeManeuver),
});
export type DirectionsView = z.infer<typeof directions>;

export const matrix = z.object({
  /** rows[i][j] is the route from start i to dest j; null where no route exists. */
  rows: z.array(z.array(z.object({ distance_in_km: z.number(), time_in_secs: z.number() }).nullable())),
});

const bytes = z.instanceof(Uint8Array);

export const mapsRoutes = {
  mapsAutocomplete: defineRoute({
    method: 'GET',
    path: '/maps/autocomplete',
    summary: 'Places and addresses for what was typed so far',
    tag,
    access: 'anyone',
    query: z.object({
      q: z.string().trim().max(200),
      near: coordinatePair.optional(),
      limit: z.coerce.number().int().min(1).max(20).default(6),
    }),
    answer: z.object({ searchResults: z.array(suggestion) }),
    errors: ['google_places_error'],
    rateLimit: { max: 600, windowSeconds: 60 },
  }),
  mapsPlace: defineRoute({
    method: 'GET',
    path: '/maps/place/:place_id',
    summary: 'A suggested place: its coordinates, its description and its details',
    tag,
    access: 'anyone',
    params: z.object({ place_id: z.string().min(1).max(500) }),
    answer: place,
    errors: ['place_to_coords_error', 'google_places_error'],
  }),
  mapsReverse: defineRoute({
    method: 'GET',
    path: '/maps/reverse',
    summary: 'Address nearest to coordinates',
    tag,
    access: 'anyone',
    query: z.object({ latlng: coordinatePair }),
    answer: z.object({ address: z.string() }),
    errors: ['place_to_coords_error', 'google_places_error'],
    rateLimit: { max: 600, windowSeconds: 60 },
  }),
  mapsDirections: defineRoute({
    method: 'GET',
    path: '/maps/directions',
    summary: 'Road route with waypoints; more than a few of them need a session',
    tag,
    access: 'anyone',
    query: z.object({
      start: coordinatePair,
      dest: coordinatePair,
      waypoints: z.string().max(2000).optional(),
      /** Departure whose traffic the times include, ms since the epoch; now when left out or past. */
      departAt: z.coerce.number().int().optional(),
    }),
    answer: directions,
    errors: ['must_login', 'place_to_coords_error', 'no_route_found', 'google_places_error'],
    rateLimit: { max: 600, windowSeconds: 60 },
  }),
  mapsMatrix: defineRoute({
    method: 'POST',
    path: '/maps/matrix',
    summary:
      'Distances and times by road between starts and destinations: at most 100 pairs, 2,500 for admins',
    tag,
    access: 'signed-in',
    body: z.object({ start: z.array(latLng).min(1).max(50), dest: z.array(latLng).min(1).max(50) }),
    answer: matrix,
    errors: ['place_to_coords_error', 'google_places_error'],
    rateLimit: { max: 600, windowSeconds: 60 },
  }),
  mapsTile: defineRoute({
    method: 'GET',
    path: '/maps/tiles/:z/:x/:y',
    summary: 'Vector tile of the basemap (y may end in .mvt)',
    tag,
    access: 'anyone',
    params: z.object({
      z: z.coerce.number().int().min(0).max(22),
      x: z.coerce.number().int().min(0),
      y: z.string().regex(/^\d{1,8}(\.mvt)?$/),
    }),
    answer: bytes,
    binary: 'application/vnd.mapbox-vector-tile',
    errors: ['not_found'],
  }),
  mapsStyle: defineRoute({
    method: 'GET',
    path: '/maps/style.json',
    summary: 'MapLibre style, light or dark',
    tag,
    access: 'anyone',
    query: z.object({ theme: z.enum(['light', 'dark']).default('light') }),
    answer: z.looseObject({ version: z.literal(8) }),
    errors: [],
  }),
  mapsStill: defineRoute({
    method: 'GET',
    path: '/maps/still.svg',
    summary: 'Still picture of the middle of the city, as the map shows it at first',
    tag,
    access: 'anyone',
    query: z.object({
      theme: z.enum(['light', 'dark']).default('light'),
      /** `small`: 800 × 600 pixels, `wide`: 2000 × 900; `region`: 2000 × 1200 of the whole region, at zoom 10. */
      size: z.enum(['small', 'wide', 'region']).default('small'),
    }),
    answer: bytes,
    binary: 'image/svg+xml; charset=utf-8',
    errors: ['unavailable'],
  }),
  mapsGlyphs: defineRoute({
    method: 'GET',
    path: '/maps/glyphs/:fontstack/:range',
    summary: 'Glyphs of the labels (range as 0-255.pbf)',
    tag,
    access: 'anyone',
    params: z.object({ fontstack: z.string().max(120), range: z.string().regex(/^\d{1,5}-\d{1,5}\.pbf$/) }),
    answer: bytes,
    binary: 'application/x-protobuf',
    errors: ['not_found'],
  }),
};
