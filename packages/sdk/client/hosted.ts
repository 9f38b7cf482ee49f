// Hosted map functions with the names of the specification (§7): the returned part of each response, and the error
// messages.
import type { DirectionsView, Suggestion } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import type { CallOptions, Client } from './call-route.ts';

type HostedClient = Pick<
  Client,
  'hostedAutocomplete' | 'hostedPlaceCoords' | 'hostedDistanceMatrix' | 'hostedReverse' | 'hostedDirections'
>;

/** Result for one pair of start and destination; results are ordered by start. */
export interface TravelAnswer {
  readonly found: boolean;
  readonly distance_in_km: number;
  readonly time_in_secs: number;
  readonly timein_text: string;
}

/**
 * Error of a hosted function with the message of the specification, such as "fetchPlacesAutocomplete Call Error" (§8);
 * `cause` is the ApiError.
 */
export class HostedCallError extends Error {
  constructor(name: string, cause: unknown) {
    super(`${name} Call Error`, { cause });
    this.name = 'HostedCallError';
  }
}

async function reading<Answer>(name: string, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (cause) {
    throw new HostedCallError(name, cause);
  }
}

const text = ({ lat, lng }: LatLng): string => `${lat},${lng}`;
const texts = (points: readonly LatLng[]): string => points.map(text).join('|');

/**
 * Requires a signed-in session, or a client with the operator's credentials. Each function rejects with a
 * HostedCallError.
 */
export function createHostedCalls(client: HostedClient) {
  return {
    /** `country`: ISO 3166-1 alpha-2; defaults to the operator's country. */
    fetchPlacesAutocomplete: async (
      search: { searchKeyword: string; country?: string },
      options?: CallOptions,
    ): Promise<Suggestion[]> =>
      (await reading('fetchPlacesAutocomplete', client.hostedAutocomplete({ body: search }, options)))
        .searchResults,

    fetchCoordsfromPlace: async (place_id: string, options?: CallOptions): Promise<LatLng> =>
      (await reading('fetchCoordsfromPlace', client.hostedPlaceCoords({ body: { place_id } }, options)))
        .coords,

    getDistanceMatrix: (
      starts: readonly LatLng[],
      dests: readonly LatLng[],
      options?: CallOptions,
    ): Promise<readonly TravelAnswer[]> =>
      reading(
        'getDistanceMatrix',
        client.hostedDistanceMatrix({ body: { start: texts(starts), dest: texts(dests) } }, options),
      ),

    fetchAddressfromCoords: async (point: LatLng, options?: CallOptions): Promise<string> =>
      (
        await reading(
          'fetchAddressfromCoords',
          client.hostedReverse({ body: { latlng: text(point) } }, options),
        )
      ).address,

    getDirectionsApi: (
      start: LatLng,
      dest: LatLng,
      waypoints: readonly LatLng[] = [],
      options?: CallOptions,
    ): Promise<DirectionsView> =>
      reading(
        'getDirectionsApi',
        client.hostedDirections(
          {
            body: {
              start: text(start),
              dest: text(dest),
              ...(waypoints.length > 0 ? { waypoints: texts(waypoints) } : {}),
            },
          },
          options,
        ),
      ),
  };
}

export type HostedCalls = ReturnType<typeof createHostedCalls>;
