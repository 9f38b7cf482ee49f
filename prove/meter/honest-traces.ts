// Traces of honest phones on real drives: noise, gaps, tunnels, slow traffic, turns back, late uploads.
import type { RoadRouter } from '../../apps/server/src/ports/roads.ts';
import { type Drive, type DriveStyle, drive, type Fix, fixesOf, type Random, tripStops } from './drives.ts';

/** A drive, and the fixes reported for it. */
export interface Trace {
  drive: Drive;
  fixes: Fix[];
}

type Roads = Pick<RoadRouter, 'directions'>;
export type TraceMaker = (roads: Roads, random: Random) => Promise<Trace>;

const STARTED_AT = Date.UTC(2026, 4, 1, 12);
const usual: DriveStyle = { pace: 0.8, stopsPerKm: 1.5, longestStop: 60 };
const slow: DriveStyle = { pace: 0.3, stopsPerKm: 3, longestStop: 120 };
const SECOND = 1000;
const MINUTE = 60 * SECOND;

export interface DriveOptions {
  style?: DriveStyle;
  /** Number of booked stops, including pickup and drop-off. */
  stops?: number;
  /** Converts the booked stops to the stops that are really driven through. */
  through?: (stops: Drive['stops']) => Drive['stops'];
}

/** Draws stops until a route connects them. */
export async function someDrive(roads: Roads, random: Random, options: DriveOptions = {}): Promise<Drive> {
  const { style = usual, stops: count = 2, through = (stops) => stops } = options;
  for (;;) {
    const booked = tripStops(random, count);
    const found = await drive(roads, through(booked), booked, style, STARTED_AT, random).catch(() => null);
    if (found !== null) return found;
  }
}

function reported(noise: number, wander: number, options: DriveOptions = {}, every = 2): TraceMaker {
  return async (roads, random) => {
    const driven = await someDrive(roads, random, options);
    return { drive: driven, fixes: fixesOf(driven, { every, noise, wander }, random) };
  };
}

/** Removes the fixes of this number of minutes in the middle. */
function withSilence(make: TraceMaker, leastMinutes: number, mostMinutes: number): TraceMaker {
  return async (roads, random) => {
    const { drive: driven, fixes } = await make(roads, random);
    const total = driven.seconds * SECOND;
    const length = Math.min(total * 0.8, (leastMinutes + (mostMinutes - leastMinutes) * random()) * MINUTE);
    const from = driven.startedAt + random() * (total - length);
    return { drive: driven, fixes: fixes.filter(({ at }) => at < from || at > from + length) };
  };
}

/** A gap that the phone uploads later, with the fixes in another order and duplicated. */
const uploadedLater: TraceMaker = async (roads, random) => {
  const { drive: driven, fixes } = await reported(12, 0.8)(roads, random);
  const third = Math.floor(fixes.length / 3);
  const late = fixes.slice(third, 2 * third);
  return {
    drive: driven,
    fixes: [...fixes.slice(0, third), ...fixes.slice(2 * third), ...late, ...[...late].reverse()],
  };
};

/** A wrong turn and the way back, before the trip goes on. */
const turnsBack: DriveOptions = {
  stops: 3,
  through: ([pickup, middle, drop]) => (pickup && middle && drop ? [pickup, middle, pickup, drop] : []),
};

export const honestTraces: Readonly<Record<string, TraceMaker>> = {
  'noise of 5 m': reported(5, 0.9),
  'noise of 12 m': reported(12, 0.9),
  'noise of 20 m': reported(20, 0.9),
  'noise of 30 m': reported(30, 0.9),
  'noise of 30 m, each fix for itself': reported(30, 0),
  'a fix every 10 s': reported(12, 0.9, {}, 10),
  'slow traffic': reported(15, 0.9, { style: slow }),
  'two stops on the way': reported(12, 0.9, { stops: 4 }),
  'a turn back': reported(12, 0.9, turnsBack),
  'a gap of 1 to 3 minutes': withSilence(reported(12, 0.9), 1, 3),
  'a gap of 3 to 10 minutes': withSilence(reported(12, 0.9, { style: slow }), 3, 10),
  'a tunnel': withSilence(reported(10, 0.8), 0.7, 1.5),
  'uploaded later, in another order, twice': uploadedLater,
};

/**
 * Phones in power-saving mode report so rarely that several routes fit between two fixes. The meter then uses the
 * shortest, so it may measure less than was driven, but hardly ever more.
 */
export const sparseTraces: Readonly<Record<string, TraceMaker>> = {
  'a fix every 30 s': reported(12, 0.9, {}, 30),
  'a fix every minute': reported(12, 0.9, {}, 60),
};
