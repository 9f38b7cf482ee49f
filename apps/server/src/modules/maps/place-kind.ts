// Classifies a named place and estimates how likely riders choose it as a destination.
import type { Tags } from './osm/read-osm-pbf.ts';

export interface PlaceKind {
  readonly name: string;
  /** 0..1 */
  readonly weight: number;
}

/** For each key, in order of preference: its own weight, and the values that have another weight. */
const KINDS: readonly (readonly [key: string, weight: number, Readonly<Record<string, number>>])[] = [
  [
    'place',
    0.5,
    { city: 1, town: 1, suburb: 1, quarter: 0.9, neighbourhood: 0.8, square: 0.8, island: 0.4, islet: 0.1 },
  ],
  ['aeroway', 0.3, { aerodrome: 1, terminal: 1 }],
  [
    'amenity',
    0.35,
    { bus_station: 1, ferry_terminal: 1, hospital: 0.9, university: 0.85, clinic: 0.6, theatre: 0.7 },
  ],
  ['tourism', 0.5, { museum: 0.7, hotel: 0.7, attraction: 0.7, artwork: 0.2, information: 0.1 }],
  ['leisure', 0.35, { park: 0.75, stadium: 0.9, sports_centre: 0.55, golf_course: 0.6, marina: 0.6 }],
  ['shop', 0.35, { mall: 0.95, department_store: 0.7, supermarket: 0.5 }],
  ['railway', 0.3, { station: 0.9, halt: 0.5 }],
  ['historic', 0.45, { monument: 0.6 }],
  ['healthcare', 0.5, {}],
  ['office', 0.35, { government: 0.6, diplomatic: 0.6 }],
  ['natural', 0.4, { beach: 0.75 }],
  ['landuse', 0.4, { cemetery: 0.6, industrial: 0.4, retail: 0.6 }],
  ['man_made', 0.3, { lighthouse: 0.6 }],
  ['building', 0.35, {}],
];
const NEVER = new Set([
  'bench',
  'parking_entrance',
  'parking_space',
  'waste_basket',
  'vending_machine',
  'sea',
]);
/**
 * Features with these keys are not places: they have the names of streets or stops, and streets have rows of their own.
 */
const SKIPPED_KEYS = ['highway', 'waterway', 'public_transport'];

/** Undefined for features that are not searched as destinations, such as a bus stop or a stream. */
export function placeKind(tags: Tags): PlaceKind | undefined {
  if (SKIPPED_KEYS.some((key) => key in tags) || tags.water === 'sea') return undefined;
  for (const [key, weight, values] of KINDS) {
    const value = tags[key];
    if (value === undefined || NEVER.has(value)) continue;
    return { name: value === 'yes' ? key : value, weight: values[value] ?? weight };
  }
  return undefined;
}
