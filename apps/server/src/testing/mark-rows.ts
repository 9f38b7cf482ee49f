// Writes unique marker texts into one person's rows, in all columns that the registry of personal data declares.
import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { personalData } from '../personal-data.ts';

interface Person {
  readonly uid: string;
  readonly mobile: string;
}

/** Column types that cannot contain text. */
const textless = new Set([
  'uuid',
  'bigint',
  'integer',
  'smallint',
  'boolean',
  'numeric',
  'double precision',
  'real',
  'xid8',
  'date',
  'timestamp with time zone',
  'timestamp without time zone',
  'interval',
]);

export interface Column {
  table: string;
  column: string;
  type: string;
  derived: boolean;
}

/** Values for columns that do not accept plain text; `$1` in a condition is the person's uid. */
const samples: Readonly<Record<string, { value?: (marker: string) => unknown; where?: string }>> = {
  'users.email': { value: (marker) => `${marker}@kerb.example` },
  'bookings.pickup': { value: (marker) => ({ ...door, add: marker }) },
  'bookings.drop_point': { value: (marker) => ({ ...door, add: marker }) },
  'bookings.waypoints': { value: (marker) => [{ ...door, add: marker }] },
  'driver_documents.storage_key': { value: (marker) => `users/${marker}/img1.webp` },
  'bookings.reason': { where: "status = 'CANCELLED'" },
  'bookings.rating_comment': { where: 'rating is not null' },
  'bookings.rider_rating_comment': { where: 'rider_rating is not null' },
  'safety_alerts.note': { where: 'resolved_at is not null' },
  'safety_alerts.message': { where: "kind = 'lost_item'" },
  'withdraws.return_reason': { where: 'returned_at is not null' },
};

/** A precise place, which must not be found anywhere after the account is deleted. */
export const door = { lat: -34.90312, lng: -56.18834 };

/** Columns in which the person's own mobile number serves as the marker. */
const mobileColumns = new Set([
  'users.mobile',
  'otp_challenges.mobile',
  'dev_inbox_messages.recipient',
  'phone_calls.caller',
]);

export interface Marked {
  name: string;
  marker: string;
  exported: true | string;
}

/**
 * Columns with file names, which have the form of an id; the job that removes the file contains the name until it has
 * run.
 */
export const fileColumns = new Set([
  'bookings.pickup_image',
  'bookings.deliver_image',
  'driver_documents.storage_key',
]);

let made = 0;

/** Consists of letters only, so that it is also a valid encoded polyline of one point. */
export function newMarker(): string {
  made += 1;
  const letters = [made / 676, made / 26, made].map((n) => String.fromCharCode(97 + (Math.floor(n) % 26)));
  return `Xqz${letters.join('')}Z`;
}

/** Binary columns are marked and searched by their hexadecimal digits; keyed hashes have 32 bytes. */
const HASH_BYTES = 32;

function markerFor(name: string, person: Person, type: string | undefined): string {
  if (type === 'bytea') return randomBytes(HASH_BYTES).toString('hex');
  if (mobileColumns.has(name)) return person.mobile;
  return fileColumns.has(name) ? randomUUID() : newMarker();
}

/** Returns a function that makes a value with the marker, for a column of this type. */
function sampleOf(type: string | undefined): (marker: string) => unknown {
  if (type === 'bytea') return (marker) => `\\x${marker}`;
  return type?.startsWith('json') ? (marker) => ({ note: marker }) : (marker) => marker;
}

export function createRowMarker(asOwner: Pick<pg.Pool, 'query'>) {
  async function columnsOfDatabase(): Promise<Column[]> {
    const { rows } = await asOwner.query<Column>(`
      select case table_schema when 'public' then table_name else table_schema || '.' || table_name end as "table",
             column_name as "column", data_type as type, is_generated = 'ALWAYS' as derived
      from information_schema.columns join information_schema.tables using (table_catalog, table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      order by 1, ordinal_position`);
    return rows.filter(({ type }) => !textless.has(type));
  }

  /** Writes a different marker into each personal column of the person's rows; returns the columns that had a row. */
  async function mark(person: Person): Promise<Marked[]> {
    const types = new Map(
      (await columnsOfDatabase()).map(({ table, column, type }) => [`${table}.${column}`, type]),
    );
    const marked: Marked[] = [];
    for (const [table, { personal = {} }] of Object.entries(personalData))
      for (const [column, { of, exported }] of Object.entries(personal)) {
        const name = `${table}.${column}`;
        const type = types.get(name);
        const marker = markerFor(name, person, type);
        const { value = sampleOf(type), where = 'true' } = samples[name] ?? {};
        const given = value(marker);
        const { rowCount } = await asOwner.query(
          `update ${table} set "${column}" = $2 where (${of}) and (${where}) and $1::text is not null`,
          [person.uid, typeof given === 'string' ? given : JSON.stringify(given)],
        );
        if (rowCount) marked.push({ name, marker, exported });
      }
    return marked;
  }

  return { columnsOfDatabase, mark };
}
