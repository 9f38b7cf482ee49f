// Reads requests from a CSV file: rows that cannot be used are listed with their line and reason, the others are used.
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_HOUR, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { LabRequest } from '@kerb/lab';

export interface SkippedRow {
  /** From 1. */
  line: number;
  reason: string;
}

export interface DemandFile {
  requests: LabRequest[];
  skipped: SkippedRow[];
}

const columns = ['time', 'pickup_lat', 'pickup_lng', 'drop_lat', 'drop_lng'] as const;

/** Without a time zone a time is the clock on the wall of the city; only the differences and the hour matter. */
const dateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/;
const clockTime = /^(\d{1,2}):(\d{2})(:(\d{2}))?$/;

/** ms; of the epoch, or of the day for a time without a date. null for anything else. */
function timeOf(text: string): number | null {
  const clock = clockTime.exec(text);
  if (clock) {
    const hour = Number(clock[1]);
    const minute = Number(clock[2]);
    const second = Number(clock[4] ?? 0);
    if (hour > 23 || minute > 59 || second > 59) return null;
    return (hour * 3600 + minute * 60 + second) * MS_PER_SECOND;
  }
  if (!dateTime.test(text)) return null;
  const zoned = /(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`;
  const at = Date.parse(zoned.replace(' ', 'T'));
  return Number.isNaN(at) ? null : at;
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

function pointOf(lat: string | undefined, lng: string | undefined): LatLng | null {
  const latitude = numberOf(lat);
  const longitude = numberOf(lng);
  if (latitude === null || longitude === null) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { lat: latitude, lng: longitude } : null;
}

const cellsOf = (line: string): string[] =>
  line.split(',').map((cell) => cell.trim().replaceAll(/^"|"$/g, ''));

type Row = { at: number; pickup: LatLng; drop: LatLng } | { reason: string };

function readRow(cells: readonly string[], isInside: (point: LatLng) => boolean): Row {
  if (cells.length < columns.length) return { reason: `has ${cells.length} of ${columns.length} columns` };
  const at = timeOf(cells[0] ?? '');
  if (at === null) return { reason: 'the time is not a date and time' };
  const pickup = pointOf(cells[1], cells[2]);
  const drop = pointOf(cells[3], cells[4]);
  if (!pickup) return { reason: 'the pickup is not a position' };
  if (!drop) return { reason: 'the drop-off is not a position' };
  if (!isInside(pickup)) return { reason: 'the pickup is outside the city' };
  if (!isInside(drop)) return { reason: 'the drop-off is outside the city' };
  return { at, pickup, drop };
}

/** The first request is at its hour of the first day. Throws for a file without a usable row. */
export function readDemand(text: string, isInside: (point: LatLng) => boolean): DemandFile {
  const skipped: SkippedRow[] = [];
  const rows: { at: number; pickup: LatLng; drop: LatLng }[] = [];
  const seen = new Map<string, number>();
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const cells = cellsOf(line);
    if (line.trim() === '' || (rows.length === 0 && cells[0]?.toLowerCase() === 'time')) continue;
    const row = readRow(cells, isInside);
    const key = cells.slice(0, columns.length).join();
    const first = seen.get(key);
    if ('reason' in row) skipped.push({ line: index + 1, reason: row.reason });
    else if (first !== undefined) skipped.push({ line: index + 1, reason: `repeats line ${first}` });
    else {
      seen.set(key, index + 1);
      rows.push(row);
    }
  }
  if (rows.length === 0) throw new Error(`The demand file has no usable row (${skipped.length} skipped).`);
  rows.sort((one, other) => one.at - other.at);
  const start = rows[0]?.at ?? 0;
  const midnight = start - (start % (24 * MS_PER_HOUR));
  const requests = rows.map(({ at, pickup, drop }, index) => ({
    id: `b${String(index + 1).padStart(5, '0')}`,
    at: at - midnight,
    pickup,
    drop,
  }));
  return { requests, skipped };
}
