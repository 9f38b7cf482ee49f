// Route declarations of the hosted map functions (specification §7), at the root of the host, with the payloads and
// error texts of the specification.
import { latLng } from '@kerb/domain/geo';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { directions, suggestion } from './maps.ts';

const tag = 'hosted';
const point = z.union([z.string().max(60), latLng]);

/**
 * Each function requires the operator's basic credentials or a signed-in session, except those that the specification
 * makes public.
 */
export const hostedRoutes = {
  hostedAutocomplete: defineRoute({
    method: 'POST',
    path: '/fetchPlacesAutocomplete',
    summary: 'Places autocomplete function',
    tag,
    access: 'operator',
    root: true,
    failure: 'fetchPlacesAutocomplete Call Error',
    body: z.object({
      searchKeyword: z.string().max(200),
      /**
       * ISO 3166-1 alpha-2; defaults to the operator's country. The embedded geocoder finds no places in other
       * countries.
       */
      country: z.string().trim().max(60).optional(),
    }),
    answer: z.object({ searchResults: z.array(suggestion) }),
    errors: ['google_places_error'],
  }),
  hostedPlaceCoords: defineRoute({
    method: 'POST',
    path: '/fetchCoordsfromPlace',
    summary: 'Place coordinates function',
    tag,
    access: 'anyone',
    root: true,
    failure: 'fetchCoordsfromPlace Call Error',
    body: z.object({ place_id: z.string().min(1).max(500) }),
    answer: z.object({ coords: latLng }),
    errors: ['place_to_coords_error', 'google_places_error'],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  hostedDistanceMatrix: defineRoute({
    method: 'POST',
    path: '/getDistanceMatrix',
    summary: 'Distance matrix function: starts and destinations as "lat,lng|lat,lng"',
    tag,
    access: 'anyone',
    root: true,
    failure: 'getDistanceMatrix Call Error',
    body: z.object({ start: z.string().max(3000), dest: z.string().max(3000) }),
    answer: z.array(
      z.object({
        found: z.boolean(),
        distance_in_km: z.number(),
        time_in_secs: z.number(),
        timein_text: z.string(),
      }),
    ),
    errors: ['google_places_error', 'must_login'],
    rateLimit: { max: 20, windowSeconds: 60 },
  }),
  hostedReverse: defineRoute({
    method: 'POST',
    path: '/fetchAddressfromCoords',
    summary: 'Address from coordinates function',
    tag,
    access: 'operator',
    root: true,
    failure: 'fetchAddressfromCoords Call Error',
    body: z.object({ latlng: z.string().max(60) }),
    answer: z.object({ address: z.string() }),
    errors: ['place_to_coords_error', 'google_places_error'],
  }),
  hostedDirections: defineRoute({
    method: 'POST',
    path: '/getDirectionsApi',
    summary: 'Directions function; waypoints as "lat,lng|lat,lng"',
    tag,
    access: 'operator',
    root: true,
    failure: 'getDirectionsApi Call Error',
    body: z.object({ start: point, dest: point, waypoints: z.string().max(3000).optional() }),
    answer: directions,
    errors: ['no_route_found', 'place_to_coords_error', 'google_places_error'],
  }),
  sendNotification: defineRoute({
    method: 'POST',
    path: '/send_notification',
    summary:
      'RequestPushMsg: a push message to one installation, by its token; the answer says whether it was taken',
    tag,
    access: 'operator',
    root: true,
    body: z.object({
      token: z.string().trim().min(1).max(4096),
      title: z.string().trim().min(1).max(200),
      /** Text of the push request; `msg`, the name in the console action, has the same meaning. */
      message: z.string().trim().max(1000).optional(),
      msg: z.string().trim().max(1000).optional(),
      screen: z.string().max(60).optional(),
      params: z.record(z.string().max(60), z.string().max(500)).optional(),
    }),
    /** False for an unknown push token, or when no push provider responds; callers ignore the value. */
    answer: z.object({ success: z.boolean() }),
    errors: ['forbidden', 'demo_mode'],
    rateLimit: { max: 600, windowSeconds: 60 },
  }),
};
