// SQL of imported cities: fills the tables of a new city beside the old one, activates it, and drops what is left over.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LatLng } from '@kerb/domain/geo';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { CityKey } from './city-folder.ts';
import type { LngLat } from './osm/geometry.ts';
import type { SearchRows } from './search-rows.ts';

export interface City extends CityKey {
  readonly id: number;
  readonly name: string;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export type CityDraft = Omit<City, 'id'>;

const TABLES = ['maps_streets', 'maps_addresses', 'maps_corners', 'maps_places'] as const;
const CITY_COLUMNS = 'id::int4 as id, file_hash as "fileHash", format, name, west, south, east, north';

export async function activeCity(db: pg.Pool | pg.ClientBase): Promise<City | undefined> {
  const { rows } = await db.query<City>(`select ${CITY_COLUMNS} from maps_cities where active`);
  return rows[0];
}

/**
 * Centre of the city: the place that has the city's name, otherwise the median of its named places, otherwise the
 * middle of its box.
 */
export async function centreOfCity(db: pg.Pool | pg.ClientBase, city: City): Promise<LatLng> {
  const { rows } = await db.query<{ lat: number | null; lng: number | null }>(
    `(select 1 as choice, location[1] as lat, location[0] as lng from maps_places
       where city_id = $1 and name = $2 and kind in ('city', 'town') limit 1)
     union all
     (select 2, percentile_cont(0.5) within group (order by location[1]),
             percentile_cont(0.5) within group (order by location[0]) from maps_places where city_id = $1)
     order by choice`,
    [city.id, city.name],
  );
  const found = rows.find(({ lat, lng }) => lat !== null && lng !== null);
  return {
    lat: found?.lat ?? (city.south + city.north) / 2,
    lng: found?.lng ?? (city.west + city.east) / 2,
  };
}

export async function cityByFile(db: pg.ClientBase, key: CityKey): Promise<City | undefined> {
  const { rows } = await db.query<City>(
    `select ${CITY_COLUMNS} from maps_cities where file_hash = $1 and format = $2 and active`,
    [key.fileHash, key.format],
  );
  return rows[0];
}

/**
 * Waits for the lock that allows one import at a time in a database; held until the connection ends or `unlockImports`.
 */
export async function lockImports(db: pg.ClientBase): Promise<void> {
  await db.query("select pg_advisory_lock(hashtext('kerb maps import'))");
}

/** Copies the rows into separate tables, which no search reads before `activateCity`. */
export async function fillCity(db: pg.ClientBase, draft: CityDraft, rows: SearchRows): Promise<number> {
  const inserted = await db.query<{ id: number }>(
    `insert into maps_cities (file_hash, format, name, west, south, east, north)
     values ($1, $2, $3, $4, $5, $6, $7) returning id::int4 as id`,
    [draft.fileHash, draft.format, draft.name, draft.west, draft.south, draft.east, draft.north],
  );
  const id = inserted.rows[0]?.id;
  if (id === undefined) throw new Error('The city was not stored');
  for (const table of TABLES) {
    await db.query(`create table ${table}_${id} (like ${table} including defaults)`);
    await db.query(`alter table ${table}_${id} add check (city_id = ${id})`);
  }
  await copy(db, `maps_streets_${id}`, rows.streets, (r) => [
    id,
    r.id,
    r.name,
    r.search,
    r.area,
    r.weight,
    r.location,
  ]);
  await copy(db, `maps_addresses_${id}`, rows.addresses, (r) => [
    id,
    r.id,
    r.streetId,
    r.number,
    r.label,
    r.area,
    r.isMain ? 't' : 'f',
    r.location,
  ]);
  await copy(db, `maps_corners_${id}`, rows.corners, (r) => [
    id,
    r.id,
    r.streetA,
    r.streetB,
    r.area,
    r.location,
  ]);
  await copy(db, `maps_places_${id}`, rows.places, (r) => [
    id,
    r.id,
    r.name,
    r.search,
    r.kind,
    r.area,
    r.weight,
    r.location,
  ]);
  await indexCity(db, id);
  return id;
}

/** Creates the same indexes as on the parent tables, so that attaching the tables does not build any. */
async function indexCity(db: pg.ClientBase, id: number): Promise<void> {
  await db.query(`
    create index on maps_streets_${id} (id);
    create index on maps_streets_${id} using gin (search gin_trgm_ops);
    create index on maps_addresses_${id} (id);
    create index on maps_addresses_${id} (street_id, number);
    create index on maps_addresses_${id} using gist (location) where is_main;
    create index on maps_corners_${id} (id);
    create index on maps_corners_${id} (street_a, street_b);
    create index on maps_corners_${id} using gist (location);
    create index on maps_places_${id} (id);
    create index on maps_places_${id} using gin (search gin_trgm_ops);`);
  for (const table of TABLES) await db.query(`analyze ${table}_${id}`);
}

/** Makes the city the active one in a single transaction; searches use it from the commit on. */
export async function activateCity(db: pg.ClientBase, id: number): Promise<void> {
  await db.query('begin');
  try {
    for (const table of TABLES) {
      await db.query(`alter table ${table} attach partition ${table}_${id} for values in (${id})`);
    }
    await db.query('update maps_cities set active = false where active');
    await db.query('update maps_cities set active = true, imported_at = now() where id = $1', [id]);
    await db.query("select pg_notify('maps_city', $1)", [String(id)]);
    await db.query('commit');
  } catch (error) {
    await db.query('rollback');
    throw error;
  }
}

/** Drops the tables of every city not in `keep`, including those of interrupted imports. */
export async function dropOtherCities(db: pg.ClientBase, keep: readonly number[]): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind = 'r' and c.relname ~ '^maps_(streets|addresses|corners|places)_[0-9]+$'`,
  );
  for (const { name } of rows) {
    if (!keep.includes(Number(name.split('_')[2]))) await db.query(`drop table ${name}`);
  }
  await db.query('delete from maps_cities where not active and not (id = any($1::bigint[]))', [keep]);
}

type Cell = string | number | LngLat;

async function copy<Row>(
  db: pg.ClientBase,
  table: string,
  rows: readonly Row[],
  cells: (row: Row) => readonly Cell[],
): Promise<void> {
  const stream = db.query(copyFrom(`copy ${table} from stdin`));
  await pipeline(Readable.from(copyLines(rows, cells), { objectMode: false }), stream);
}

const ROWS_PER_CHUNK = 2000;

function* copyLines<Row>(rows: readonly Row[], cells: (row: Row) => readonly Cell[]): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS_PER_CHUNK) {
    yield rows
      .slice(at, at + ROWS_PER_CHUNK)
      .map((row) => `${cells(row).map(copyCell).join('\t')}\n`)
      .join('');
  }
}

function copyCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell !== 'string') return `(${cell[0]},${cell[1]})`;
  return cell.replace(/[\\\t\n\r]/g, (character) => (character === '\\' ? '\\\\' : ' '));
}
