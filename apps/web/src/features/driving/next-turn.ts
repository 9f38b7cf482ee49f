// Computes the next turn of a route, the distance to it, and the remaining route: pure functions of route and position.
import type { DirectionsView } from '@kerb/contract';
import type { MeasuredLine } from '@kerb/domain/geo';
import { positionOnRoute } from './position-on-route.ts';

type Maneuver = DirectionsView['maneuvers'][number];

export interface Turn {
  /** Kind of the turn; its language key is `turn_…`. */
  readonly type: TurnType;
  /** Name of the street it leads into; '' when it has none. */
  readonly street: string;
  /** Distance in km from the start of the route. */
  readonly atKm: number;
}

export const turnTypes = [
  'straight',
  'depart',
  'arrive',
  'slight_right',
  'right',
  'sharp_right',
  'u_turn',
  'sharp_left',
  'left',
  'slight_left',
  'ramp',
  'merge',
  'roundabout',
  'ferry',
] as const;
export type TurnType = (typeof turnTypes)[number];

function turnType(type: string): TurnType {
  const key = type.replaceAll('-', '_');
  return turnTypes.find((known) => known === key) ?? 'straight';
}

/** Extracts the street's name from an instruction; directions are always in English. */
export function streetOf(instruction: string): string {
  const [, street = ''] = /\b(?:onto|on|toward) (.+?)\.?$/.exec(instruction.split('. ')[0] ?? '') ?? [];
  return street.split('/')[0]?.trim() ?? '';
}

export function turnsOf(maneuvers: readonly Maneuver[], route: MeasuredLine): readonly Turn[] {
  return maneuvers.map(({ type, instruction, begin }) => ({
    type: turnType(type),
    street: type === 'arrive' ? '' : streetOf(instruction),
    atKm: route.kmAt[begin] ?? route.totalKm,
  }));
}

/** Within this distance of a turn (km) it counts as made, and the following turn is announced. */
const makingItKm = 0.012;

/** The turns ahead, the next one first; departure is not a turn. */
export function turnsAhead(turns: readonly Turn[], alongKm: number): readonly Turn[] {
  return turns.filter(({ type, atKm }, index) => {
    if (type === 'depart') return false;
    const isLast = index === turns.length - 1;
    return isLast || atKm > alongKm + makingItKm;
  });
}

export interface Progress {
  readonly alongKm: number;
  readonly offKm: number;
  readonly leftKm: number;
  readonly leftSecs: number;
}

/** Progress of the car on the route; `before` is the distance in km at its previous position. */
export function progressOn(
  route: MeasuredLine,
  totalSecs: number,
  car: { lat: number; lng: number },
  before = 0,
): Progress | null {
  const place = positionOnRoute(route, car, before);
  if (!place) return null;
  const leftKm = Math.max(0, route.totalKm - place.alongKm);
  const leftSecs = route.totalKm === 0 ? 0 : Math.round((totalSecs * leftKm) / route.totalKm);
  return { ...place, leftKm, leftSecs };
}

/** At more than this distance from the route (km), another route is requested. */
const offWayKm = 0.07;

export function isOffWay({ offKm }: Pick<Progress, 'offKm'>): boolean {
  return offKm > offWayKm;
}
