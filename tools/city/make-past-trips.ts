// Generates data/montevideo-trips.json: real addresses of the demonstration city and routed trips between them, from
// which the demonstration's past bookings are made. Requests both from a running demonstration:
// npx tsx tools/city/make-past-trips.ts http://127.0.0.1:3000
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../apps/server/src/seed/seeded-random.ts';
import { decodePolyline, distanceKm, encodePolyline, type LatLng } from '../../packages/domain/geo/index.ts';
import { type Hotspot, hotspotsOf } from '../../packages/lab/hotspots.ts';

type PlaceKind = 'home' | 'work' | 'night' | 'leisure' | 'transport';

interface Place extends LatLng {
  kind: PlaceKind;
  add: string;
}

interface Trip {
  from: number;
  to: number;
  km: number;
  secs: number;
  line: string;
}

const SEED = 2017;
const HOMES = 110;
/** Number of other places to which trips are made from each home and back. */
const TRIPS_OF_A_HOME = 4;
const TRIPS_BETWEEN_OTHERS = 140;
const MIN_KM = 1.2;
const MAX_KM = 16;
/** Tolerance of the line simplification: points that deviate less from the simplified line are removed. */
const TOLERANCE_KM = 0.008;
/** Minimum share of the requested places and trips that must be found; otherwise no file is written. */
const MIN_SHARE = 0.75;

/** Search texts for places, grouped by the kind of place. */
const named: Readonly<Record<Exclude<PlaceKind, 'home'>, readonly string[]>> = {
  work: [
    'Plaza Independencia',
    'Palacio Legislativo',
    'Torre de las Telecomunicaciones',
    'World Trade Center Montevideo',
    'Hospital de Clínicas',
    'Facultad de Ingeniería',
    'Intendencia de Montevideo',
    'Hospital Británico',
    'Facultad de Arquitectura',
    'Zonamerica',
    'Hospital Pereira Rossell',
    'Plaza Cagancha',
  ],
  night: [
    'Mercado del Puerto',
    'Teatro Solís',
    'Sala Zitarrosa',
    'Mercado Ferrando',
    'Plaza Matriz',
    'Sala del Museo',
  ],
  leisure: [
    'Punta Carretas Shopping',
    'Montevideo Shopping',
    'Parque Rodó',
    'Estadio Centenario',
    'Jardín Botánico',
    'Portones Shopping',
    'Playa Pocitos',
    'Nuevocentro Shopping',
    'Gran Parque Central',
    'Zoológico Villa Dolores',
    'Parque Batlle',
    'Costa Urbana',
  ],
  transport: ['Terminal Tres Cruces', 'Puerto de Montevideo', 'Intercambiador Belloni', 'Terminal Colón'],
};

const [origin = 'http://127.0.0.1:3000'] = process.argv.slice(2);
const random = seededRandom(SEED);
const written = ({ lat, lng }: LatLng): string => `${lat.toFixed(6)},${lng.toFixed(6)}`;
const rounded = (degrees: number): number => Number(degrees.toFixed(5));

/** HTTP status for a place outside the city, and for two places that no road connects. */
const NOT_FOUND = 422;

/** Calls the API. Returns null when the place or route does not exist; throws for every other error. */
async function ask(path: string, query: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(`${origin}/api/v1${path}?${new URLSearchParams(query)}`);
  if (!answer.ok && answer.status !== NOT_FOUND)
    throw new Error(`${path} failed with status ${answer.status}: ${await answer.text()}`);
  return answer.ok ? answer.json() : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

async function findPlace(q: string, near?: LatLng): Promise<(LatLng & { add: string }) | null> {
  const found = await ask('/maps/autocomplete', { q, ...(near ? { near: written(near) } : {}) });
  const results = isRecord(found) && Array.isArray(found.searchResults) ? found.searchResults : [];
  const [first]: unknown[] = results;
  if (!isRecord(first) || typeof first.place_id !== 'string') return null;
  const place = await ask(`/maps/place/${encodeURIComponent(first.place_id)}`);
  if (!isRecord(place) || !isRecord(place.coords)) return null;
  return {
    add: String(place.description),
    lat: rounded(Number(place.coords.lat)),
    lng: rounded(Number(place.coords.lng)),
  };
}

/** Returns a normally distributed random number with mean 0 and standard deviation 1 (Box-Muller transform). */
const normal = (): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

async function addressNear(spot: Hotspot): Promise<(LatLng & { add: string }) | null> {
  const degrees = (spot.spreadKm * 1.4) / 111;
  const near = { lat: spot.lat + normal() * degrees, lng: spot.lng + normal() * degrees * 1.2 };
  const found = await ask('/maps/reverse', { latlng: written(near) });
  if (!isRecord(found) || typeof found.address !== 'string') return null;
  const [street = ''] = found.address.split(',');
  const place = /\d/.test(street) ? await findPlace(street, near) : null;
  return place !== null && distanceKm(place, near) < 0.6 ? place : null;
}

async function findPlaces(): Promise<Place[]> {
  const places = new Map<string, Place>();
  const kinds = Object.keys(named) as (keyof typeof named)[];
  for (const kind of kinds)
    for (const q of named[kind]) {
      const place = await findPlace(q);
      if (place) places.set(place.add, { kind, ...place });
      process.stdout.write(`${kind.padEnd(10)} ${q} → ${place?.add ?? 'not found'}\n`);
    }
  const spots = hotspotsOf({ name: 'Montevideo', center: { lat: -34.8711, lng: -56.17 } });
  const weighted = spots.flatMap((spot) => Array<Hotspot>(spot.weight).fill(spot));
  const others = places.size;
  for (let tries = 0; tries < HOMES * 8 && places.size < others + HOMES; tries += 1) {
    // Homes are spread more evenly over the city than other places, so half of them ignore the weights.
    const place = await addressNear(random.pick(random.next() < 0.5 ? spots : weighted));
    if (place) places.set(place.add, { kind: 'home', ...place });
  }
  checkShare('places', places.size, Object.values(named).flat().length + HOMES);
  return [...places.values()];
}

/** Simplifies a line with the Ramer-Douglas-Peucker algorithm. */
function simplified(points: readonly LatLng[]): LatLng[] {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 3) return [...points];
  const east = Math.cos((first.lat * Math.PI) / 180);
  const flat = ({ lat, lng }: LatLng) => ({
    x: (lng - first.lng) * east * 111.195,
    y: (lat - first.lat) * 111.195,
  });
  const end = flat(last);
  const length = Math.hypot(end.x, end.y);
  const off = (point: LatLng): number => {
    const { x, y } = flat(point);
    return length === 0 ? Math.hypot(x, y) : Math.abs(x * end.y - y * end.x) / length;
  };
  const distances = points.map((point, index) =>
    index === 0 || index === points.length - 1 ? 0 : off(point),
  );
  const farthest = Math.max(...distances);
  if (farthest < TOLERANCE_KM) return [first, last];
  const at = distances.indexOf(farthest);
  return [...simplified(points.slice(0, at + 1)).slice(0, -1), ...simplified(points.slice(at))];
}

async function routeBetween(places: readonly Place[], from: number, to: number): Promise<Trip | null> {
  const start = places[from];
  const dest = places[to];
  if (start === undefined || dest === undefined) return null;
  const straight = distanceKm(start, dest);
  if (straight < MIN_KM || straight > MAX_KM) return null;
  const route = await ask('/maps/directions', { start: written(start), dest: written(dest) });
  if (!isRecord(route) || typeof route.polylinePoints !== 'string') return null;
  const km = Number(Number(route.distance_in_km).toFixed(3));
  return {
    from,
    to,
    km,
    secs: Math.round(Number(route.free_flow_secs ?? route.time_in_secs)),
    line: encodePolyline(simplified(decodePolyline(route.polylinePoints))),
  };
}

function checkShare(what: string, found: number, asked: number): void {
  if (found < asked * MIN_SHARE) throw new Error(`Only ${found} of ${asked} ${what} were found`);
}

async function findTrips(places: readonly Place[]): Promise<Trip[]> {
  const numbers = places.map((_, index) => index);
  const homes = numbers.filter((index) => places[index]?.kind === 'home');
  const others = numbers.filter((index) => places[index]?.kind !== 'home');
  const pairs = new Map<string, readonly [number, number]>();
  const add = (from: number, to: number) => from !== to && pairs.set(`${from} ${to}`, [from, to]);
  for (const home of homes)
    for (let count = 0; count < TRIPS_OF_A_HOME; count += 1) {
      const other = count === 0 ? random.pick(homes) : random.pick(others);
      add(home, other);
      add(other, home);
    }
  for (let count = 0; count < TRIPS_BETWEEN_OTHERS; count += 1) add(random.pick(others), random.pick(others));
  const trips: Trip[] = [];
  for (const [from, to] of pairs.values()) {
    const trip = await routeBetween(places, from, to);
    if (trip) trips.push(trip);
  }
  checkShare('trips', trips.length, pairs.size);
  return trips;
}

const places = await findPlaces();
const trips = await findTrips(places);
const lines = (rows: readonly unknown[]): string => rows.map((row) => JSON.stringify(row)).join(',\n');
const file = join(import.meta.dirname, '..', '..', 'data', 'montevideo-trips.json');
const text = `{"places":[\n${lines(places)}\n],"trips":[\n${lines(trips)}\n]}\n`;
writeFileSync(file, text);
const mean = trips.reduce((sum, { km }) => sum + km, 0) / trips.length;
process.stdout.write(
  `${places.length} places, ${trips.length} trips of ${mean.toFixed(1)} km on average, ${text.length} bytes\n`,
);
