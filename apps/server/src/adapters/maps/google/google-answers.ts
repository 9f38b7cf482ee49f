// Schemas of the parts of Google Maps Platform's web-service answers that Kerb reads.
import { z } from 'zod';

const measured = z.object({ value: z.number() });
const coordinates = z.object({ lat: z.number(), lng: z.number() });
const withStatus = { status: z.string(), error_message: z.string().optional() };

/** Place Autocomplete, /maps/api/place/autocomplete/json */
export const autocompleteAnswer = z.object({
  ...withStatus,
  predictions: z
    .array(
      z.object({
        place_id: z.string(),
        description: z.string(),
        structured_formatting: z
          .object({ main_text: z.string(), secondary_text: z.string().optional() })
          .optional(),
        types: z.array(z.string()).optional(),
      }),
    )
    .default([]),
});

/** Geocoding, /maps/api/geocode/json, by place_id and by latlng */
export const geocodeAnswer = z.object({
  ...withStatus,
  results: z
    .array(
      z.object({
        formatted_address: z.string(),
        geometry: z.object({ location: coordinates }),
        types: z.array(z.string()).optional(),
      }),
    )
    .default([]),
});

/** Distance Matrix, /maps/api/distancematrix/json */
export const matrixAnswer = z.object({
  ...withStatus,
  rows: z
    .array(
      z.object({
        elements: z.array(
          z.object({ status: z.string(), distance: measured.optional(), duration: measured.optional() }),
        ),
      }),
    )
    .default([]),
});

const step = z.object({
  html_instructions: z.string().default(''),
  maneuver: z.string().optional(),
  distance: measured,
  duration: measured,
  polyline: z.object({ points: z.string() }),
});

/** Directions, /maps/api/directions/json */
export const directionsAnswer = z.object({
  ...withStatus,
  routes: z
    .array(
      z.object({ legs: z.array(z.object({ distance: measured, duration: measured, steps: z.array(step) })) }),
    )
    .default([]),
});

export type GoogleStep = z.infer<typeof step>;
export type GoogleRoute = z.infer<typeof directionsAnswer>['routes'][number];
