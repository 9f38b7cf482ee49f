// The hosted map functions by the specification's names (§7): what each reads of the answer, and the words it rejects with.
import type { DirectionsView, Suggestion } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import type { CallOptions, Client } from './call-route.ts';

type HostedClient = Pick<
  Client,
  'hostedAutocomplete' | 'hostedPlaceCoords' | 'hostedDistanceMatrix' | 'hostedReverse' | 'hostedDirections'
>;

/** One pair of a start and a destination, start by start. */
export interface TravelAnswer {
  readonly found: boolean;
  readonly distance_in_km: number;
  readonly time_in_secs: number;
  readonly timein_text: string;
}

/** "fetchPlacesAutocomplete Call Error" and its like (§8); `cause` is the ApiError behind it. */
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

/** Signed in, or with the operator's credentials on the client. Each rejects with a HostedCallError. */
export function createHostedCalls(client: HostedClient) {
  return {
    /** `country`: ISO 3166-1 alpha-2; the operator's country when left out. */
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
