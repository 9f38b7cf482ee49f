// A small local server that simulates Google Maps Platform's documented answers for a few places in Montevideo.
import { createServer } from 'node:http';
import { distanceKm, encodePolyline, type LatLng } from '@kerb/domain/geo';

interface KnownPlace {
  readonly place_id: string;
  readonly main: string;
  readonly at: LatLng;
  readonly types: readonly string[];
}

const places: readonly KnownPlace[] = [
  {
    place_id: 'ChIJ-door',
    main: 'Avenida 18 de Julio 1453',
    at: at(-34.90526, -56.18502),
    types: ['street_address'],
  },
  { place_id: 'ChIJ-bulevar', main: 'Bulevar General Artigas', at: at(-34.8967, -56.165), types: ['route'] },
  { place_id: 'ChIJ-instituto', main: 'Instituto Artigas', at: at(-34.89, -56.18), types: ['establishment'] },
  {
    place_id: 'ChIJ-terminal',
    main: 'Terminal Tres Cruces',
    at: at(-34.8945, -56.1665),
    types: ['bus_station'],
  },
];
const SECONDARY = 'Montevideo, Departamento de Montevideo, Uruguay';
const METRES_PER_SECOND = 7;
const DETOUR = 1.3;

export interface GoogleCounterpart {
  readonly url: string;
  readonly requests: readonly URL[];
  /** Sets the status of all later answers; undefined for normal answers. */
  answerWith(status: string | undefined): void;
  /** Sets the status of the next answer only. */
  answerOnceWith(status: string): void;
  close(): Promise<void>;
}

export async function startGoogleCounterpart(key: string): Promise<GoogleCounterpart> {
  const requests: URL[] = [];
  let always: string | undefined;
  let once: string | undefined;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    requests.push(url);
    const forced = once ?? always;
    once = undefined;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(url, key, forced)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answerWith: (status) => {
      always = status;
    },
    answerOnceWith: (status) => {
      once = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(url: URL, key: string, forced: string | undefined): object {
  const query = url.searchParams;
  if (query.get('key') !== key) {
    return { status: 'REQUEST_DENIED', error_message: 'The provided API key is invalid.', ...empty };
  }
  if (forced) return { status: forced, error_message: 'Forced by the test.', ...empty };
  switch (url.pathname) {
    case '/maps/api/place/autocomplete/json':
      return autocomplete(query.get('input') ?? '');
    case '/maps/api/geocode/json':
      return query.has('place_id') ? byId(query.get('place_id') ?? '') : byPoint(query.get('latlng') ?? '');
    case '/maps/api/distancematrix/json':
      return matrix(query.get('origins') ?? '', query.get('destinations') ?? '');
    case '/maps/api/directions/json':
      return directions(query);
    default:
      return { status: 'INVALID_REQUEST', ...empty };
  }
}

const empty = { predictions: [], results: [], rows: [], routes: [] };

function autocomplete(input: string): object {
  if (input === '') return { status: 'INVALID_REQUEST', predictions: [] };
  const words = input.toLowerCase().split(/\s+/);
  const found = places.filter(({ main }) => words.every((word) => main.toLowerCase().includes(word)));
  const predictions = found.map(({ place_id, main, types }) => ({
    place_id,
    description: `${main}, ${SECONDARY}`,
    structured_formatting: { main_text: main, secondary_text: SECONDARY },
    types,
  }));
  return { status: found.length > 0 ? 'OK' : 'ZERO_RESULTS', predictions };
}

const presentPlace = ({ main, at: location, place_id, types }: KnownPlace) => ({
  place_id,
  types,
  formatted_address: `${main}, ${SECONDARY}`,
  geometry: { location, location_type: 'ROOFTOP' },
});

function byId(id: string): object {
  const place = places.find((known) => known.place_id === id);
  return place ? { status: 'OK', results: [presentPlace(place)] } : { status: 'NOT_FOUND', results: [] };
}

function byPoint(latlng: string): object {
  const point = read(latlng);
  const near = places.filter((place) => distanceKm(place.at, point) < 0.2).map(presentPlace);
  return { status: near.length > 0 ? 'OK' : 'ZERO_RESULTS', results: near };
}

function matrix(origins: string, destinations: string): object {
  const from = origins.split('|').map(read);
  const to = destinations.split('|').map(read);
  if (from.length > 25 || to.length > 25) return { status: 'MAX_DIMENSIONS_EXCEEDED', rows: [] };
  if (from.length * to.length > 100) return { status: 'MAX_ELEMENTS_EXCEEDED', rows: [] };
  const element = (a: LatLng, b: LatLng) =>
    onLand(a) && onLand(b) ? { status: 'OK', ...measure(a, b) } : { status: 'ZERO_RESULTS' };
  return { status: 'OK', rows: from.map((a) => ({ elements: to.map((b) => element(a, b)) })) };
}

function directions(query: URLSearchParams): object {
  const via = (query.get('waypoints') ?? '').split('|').filter((part) => part !== '');
  const stops = [query.get('origin') ?? '', ...via, query.get('destination') ?? ''].map(read);
  if (!stops.every(onLand)) return { status: 'ZERO_RESULTS', routes: [] };
  const legs = stops.slice(1).map((stop, i) => {
    const before = stops[i] ?? stop;
    const corner = { lat: before.lat, lng: stop.lng };
    const step = (a: LatLng, b: LatLng, html_instructions: string, maneuver?: string) => ({
      ...measure(a, b),
      html_instructions,
      ...(maneuver ? { maneuver } : {}),
      polyline: { points: encodePolyline([a, b]) },
    });
    const steps = [
      step(before, corner, 'Head <b>east</b>'),
      step(corner, stop, 'Turn <b>left</b>', 'turn-left'),
    ];
    const total = (part: 'distance' | 'duration') => steps.reduce((all, one) => all + one[part].value, 0);
    return { distance: { value: total('distance') }, duration: { value: total('duration') }, steps };
  });
  return { status: 'OK', routes: [{ legs, overview_polyline: { points: encodePolyline(stops) } }] };
}

function measure(a: LatLng, b: LatLng) {
  const metres = Math.round(distanceKm(a, b) * 1000 * DETOUR);
  const seconds = Math.round(metres / METRES_PER_SECOND);
  return {
    distance: { value: metres, text: `${(metres / 1000).toFixed(1)} km` },
    duration: { value: seconds, text: `${Math.ceil(seconds / 60)} mins` },
  };
}

/** An approximation sufficient for the contract's points: the shore is at -34.94, and no road crosses the Andes. */
const onLand = ({ lat, lng }: LatLng): boolean => lat > -34.94 && lng > -57;

function at(lat: number, lng: number): LatLng {
  return { lat, lng };
}

function read(text: string): LatLng {
  const [lat = 0, lng = 0] = text.split(',').map(Number);
  return { lat, lng };
}
