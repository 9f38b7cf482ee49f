// Classifies a way of OpenStreetMap for cars: access, directions, speed limit and surface.

export type Tags = Readonly<Record<string, string>>;

/** 0 motorway, 1 trunk, 2 primary, 3 secondary, 4 tertiary, 5 unclassified, 6 residential, 7 service and other. */
export type RoadClass = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

export type RoadUse =
  | 'road'
  | 'link'
  | 'service'
  | 'driveway'
  | 'parking'
  | 'alley'
  | 'living-street'
  | 'track';

export interface DrivableWay {
  readonly roadClass: RoadClass;
  readonly use: RoadUse;
  readonly forward: boolean;
  readonly backward: boolean;
  readonly roundabout: boolean;
  /** Through traffic is not allowed, as on private roads, driveways and in parking lots. */
  readonly destinationOnly: boolean;
  /** Speed limit in km/h from the maxspeed tags; null without one. */
  readonly maxSpeed: number | null;
  readonly surface: Surface;
  readonly name: string;
}

export type Surface = 'paved' | 'rough' | 'compacted' | 'dirt' | 'gravel' | 'path';

const classes: Readonly<Record<string, RoadClass>> = {
  motorway: 0,
  trunk: 1,
  primary: 2,
  secondary: 3,
  tertiary: 4,
  unclassified: 5,
  residential: 6,
  living_street: 6,
  service: 7,
  track: 7,
  road: 7,
};

const closed = new Set(['no', 'agricultural', 'forestry', 'emergency', 'psv', 'bus', 'bicycle', 'foot']);
const limited = new Set(['private', 'destination', 'customers', 'delivery', 'permit', 'residents']);
const walkable = new Set([
  'footway',
  'path',
  'pedestrian',
  'steps',
  'cycleway',
  'bridleway',
  'corridor',
  'platform',
]);

/** Returns whether cars cannot use the way, but it forms a junction where it meets a road. */
export const isWalkable = (tags: Tags): boolean => walkable.has(tags.highway ?? '') && tags.area !== 'yes';

/** Returns the most specific access tag for cars; undefined without any. */
const accessOf = (tags: Tags): string | undefined =>
  tags.motorcar ?? tags.motor_vehicle ?? tags.vehicle ?? tags.access;

/** Returns null for a way that cars may not use. */
export function classifyWay(tags: Tags): DrivableWay | null {
  const highway = tags.highway ?? '';
  const isLink = highway.endsWith('_link');
  const roadClass = classes[isLink ? highway.slice(0, -'_link'.length) : highway];
  const access = accessOf(tags);
  if (roadClass === undefined || tags.area === 'yes') return null;
  if (access !== undefined && closed.has(access)) return null;
  const use = useOf(tags, isLink);
  const direction = directionOf(tags);
  return {
    roadClass,
    use,
    forward: direction !== 'backward',
    backward: direction !== 'forward',
    roundabout: isRoundabout(tags),
    destinationOnly: use === 'driveway' || use === 'parking' || (access !== undefined && limited.has(access)),
    maxSpeed: speedOf(tags),
    surface: surfaceOf(tags),
    name: tags.name ?? '',
  };
}

function useOf(tags: Tags, isLink: boolean): RoadUse {
  if (isLink) return 'link';
  if (tags.service === 'driveway' || tags.service === 'drive-through') return 'driveway';
  if (tags.service === 'parking_aisle') return 'parking';
  if (tags.service === 'alley') return 'alley';
  if (tags.highway === 'living_street') return 'living-street';
  if (tags.highway === 'track') return 'track';
  return tags.highway === 'service' ? 'service' : 'road';
}

const isRoundabout = ({ junction }: Tags): boolean => junction === 'roundabout' || junction === 'circular';

function directionOf(tags: Tags): 'forward' | 'backward' | 'both' {
  const { oneway } = tags;
  if (oneway === '-1' || oneway === 'reverse') return 'backward';
  if (oneway === 'yes' || oneway === 'true' || oneway === '1') return 'forward';
  if (oneway === 'no' || oneway === 'false' || oneway === '0') return 'both';
  return isRoundabout(tags) || tags.highway === 'motorway' ? 'forward' : 'both';
}

const KM_PER_MILE = 1.609344;

function speedOf(tags: Tags): number | null {
  const text = tags['maxspeed:practical'] ?? tags.maxspeed ?? tags['maxspeed:forward'] ?? '';
  const found = /^(\d+(?:\.\d+)?)\s*(mph)?/.exec(text.trim());
  if (!found) return null;
  const speed = Number(found[1]) * (found[2] ? KM_PER_MILE : 1);
  return speed > 0 ? speed : null;
}

/** Parts of the values of `surface`, in the order in which they are checked, because "unpaved" contains "paved". */
const surfaces: readonly (readonly [Surface, readonly string[]])[] = [
  ['gravel', ['unpaved']],
  ['paved', ['paved', 'pavement', 'asphalt', 'concrete', 'cement', 'paving_stones', 'sett']],
  ['rough', ['cobblestone', 'brick']],
  ['compacted', ['compacted', 'wood']],
  ['dirt', ['dirt', 'earth', 'ground', 'mud']],
  ['gravel', ['gravel', 'pebblestone', 'sand']],
  ['path', ['grass']],
];

function surfaceOf(tags: Tags): Surface {
  const value = tags.surface?.toLowerCase();
  if (value === undefined) return tags.highway === 'track' ? 'dirt' : 'paved';
  return surfaces.find(([, parts]) => parts.some((part) => value.includes(part)))?.[0] ?? 'paved';
}
