// The simulated city: its address points, its busy places, and its bounds.
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { type Hotspot, hotspotsOf } from './hotspots.ts';
import type { Random } from './random.ts';

export interface LabCity {
  /**
   * Returns a random address where trips begin or end: near a busy place with the probability `busyShare`, else
   * anywhere.
   */
  randomAddress(random: Random, busyShare: number): LatLng;
  addressNear(random: Random, point: LatLng): LatLng;
  isInside(point: LatLng): boolean;
}

/** Distance in degrees by which the city extends beyond its outermost addresses. */
const MARGIN_DEGREES = 0.02;
const EVENT_SPREAD_KM = 0.6;
/** Addresses within this multiple of a busy place's spread belong to it. */
const SPREADS = 1.5;
/** A map extract is Montevideo when the median of its addresses is within this distance of Montevideo's centre. */
const SAME_CITY_KM = 15;
const montevideoCenter: LatLng = { lat: -34.8711, lng: -56.17 };

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function within(addresses: readonly LatLng[], center: LatLng, radiusKm: number): LatLng[] {
  const degrees = (radiusKm / 111) * 1.01;
  return addresses.filter(
    (address) => Math.abs(address.lat - center.lat) <= degrees && distanceKm(address, center) <= radiusKm,
  );
}

/** Creates the city from its addresses; throws without any address. */
export function createLabCity(addresses: readonly LatLng[]): LabCity {
  if (addresses.length === 0) throw new Error('The map has no addresses.');
  const lats = addresses.map(({ lat }) => lat);
  const lngs = addresses.map(({ lng }) => lng);
  const center = { lat: middleOf(lats), lng: middleOf(lngs) };
  const name = distanceKm(center, montevideoCenter) < SAME_CITY_KM ? 'Montevideo' : '';
  const busy = hotspotsOf({ name, center }).map((hotspot) => ({
    weight: hotspot.weight,
    addresses: within(addresses, hotspot, hotspot.spreadKm * SPREADS),
  }));
  const box = addresses.reduce(
    ({ south, north, west, east }, { lat, lng }) => ({
      south: Math.min(south, lat),
      north: Math.max(north, lat),
      west: Math.min(west, lng),
      east: Math.max(east, lng),
    }),
    { south: 90, north: -90, west: 180, east: -180 },
  );
  const any = (random: Random): LatLng => random.pick(addresses) ?? center;
  const nearEvents = new Map<LatLng, LatLng[]>();

  return {
    randomAddress(random, busyShare) {
      if (!random.chance(busyShare)) return any(random);
      return random.pick(pickHotspot(random, busy)) ?? any(random);
    },
    addressNear(random, point) {
      const near = nearEvents.get(point) ?? within(addresses, point, EVENT_SPREAD_KM);
      nearEvents.set(point, near);
      return random.pick(near) ?? point;
    },
    isInside: ({ lat, lng }) =>
      lat >= box.south - MARGIN_DEGREES &&
      lat <= box.north + MARGIN_DEGREES &&
      lng >= box.west - MARGIN_DEGREES &&
      lng <= box.east + MARGIN_DEGREES,
  };
}

interface BusyPlace extends Pick<Hotspot, 'weight'> {
  addresses: readonly LatLng[];
}

function pickHotspot(random: Random, busy: readonly BusyPlace[]): readonly LatLng[] {
  let rest = random.between(
    0,
    busy.reduce((sum, { weight }) => sum + weight, 0),
  );
  for (const { weight, addresses } of busy) {
    rest -= weight;
    if (rest < 0) return addresses;
  }
  return busy[0]?.addresses ?? [];
}
