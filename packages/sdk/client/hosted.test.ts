// Tests the hosted map functions: names, payloads, the returned part of the response, and error messages (specification
// §7, §8).
import { expect, it } from 'vitest';
import { createHostedCalls, HostedCallError, type HostedCalls } from './hosted.ts';
import { ApiError, createClient } from './index.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const plaza = { lat: -34.9, lng: -56.19 };
const parque = { lat: -34.91, lng: -56.16 };

function callsAnswering(reply: () => Response) {
  const sent: { address: string; body: unknown }[] = [];
  const client = createClient({
    baseUrl: 'http://kerb.test',
    retry: { attempts: 1 },
    fetch: async (address, { body }) => {
      sent.push({ address, body: JSON.parse(String(body)) });
      return reply();
    },
  });
  return { calls: createHostedCalls(client), sent };
}

const way = { distance_in_km: 3.2, time_in_secs: 480, polylinePoints: '', legs: [], maneuvers: [] };
const travel = { found: true, distance_in_km: 3.2, time_in_secs: 480, timein_text: '8 min' };

type Row = [
  name: keyof HostedCalls,
  call: (calls: HostedCalls) => Promise<unknown>,
  body: object,
  answer: unknown,
  read: unknown,
];
const rows: Row[] = [
  [
    'fetchPlacesAutocomplete',
    (calls) => calls.fetchPlacesAutocomplete({ searchKeyword: 'plaza', country: 'UY' }),
    { searchKeyword: 'plaza', country: 'UY' },
    { searchResults: [{ place_id: 'p1' }] },
    [{ place_id: 'p1' }],
  ],
  [
    'fetchCoordsfromPlace',
    (calls) => calls.fetchCoordsfromPlace('p1'),
    { place_id: 'p1' },
    { coords: plaza },
    plaza,
  ],
  [
    'getDistanceMatrix',
    (calls) => calls.getDistanceMatrix([plaza, parque], [parque]),
    { start: '-34.9,-56.19|-34.91,-56.16', dest: '-34.91,-56.16' },
    [travel],
    [travel],
  ],
  [
    'fetchAddressfromCoords',
    (calls) => calls.fetchAddressfromCoords(plaza),
    { latlng: '-34.9,-56.19' },
    { address: 'Plaza 1' },
    'Plaza 1',
  ],
  [
    'getDirectionsApi',
    (calls) => calls.getDirectionsApi(plaza, parque, [plaza]),
    { start: '-34.9,-56.19', dest: '-34.91,-56.16', waypoints: '-34.9,-56.19' },
    way,
    way,
  ],
];

it.each(rows)(
  '%s sends its payload to its own path and reads its part of the answer',
  async (name, call, body, answer, read) => {
    const { calls, sent } = callsAnswering(() => json(answer));
    expect(await call(calls)).toEqual(read);
    expect(sent).toEqual([{ address: `http://kerb.test/${name}`, body }]);
  },
);

it.each(rows)('%s rejects with the specified error text, for any failure', async (name, call) => {
  const failures = [
    () => json({ code: 'google_places_error', status: 502 }, 502),
    () => new Response('<html>', { status: 500 }),
    () => {
      throw new TypeError('no network');
    },
  ];
  for (const fail of failures) {
    const failed = await call(callsAnswering(fail).calls).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(HostedCallError);
    expect(failed).toMatchObject({ message: `${name} Call Error`, cause: expect.any(ApiError) });
  }
});
