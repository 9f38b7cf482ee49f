// Writes unique texts into the columns that the registry of personal data declares, for the rows of one person.
import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { personalData } from '../personal-data.ts';

interface Person {
  readonly uid: string;
  readonly mobile: string;
}

/** Types in which no text can be. */
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

/** Values that fit the column where plain text does not; `$1` in a condition is the person's uid. */
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

/** A place to the metre, which is found nowhere after the account is deleted. */
export const door = { lat: -34.90312, lng: -56.18834 };

/** The person's own number is their marker in these. */
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

/** Names of files have the shape of an id; the job that removes the file knows the name until then. */
export const fileColumns = new Set([
  'bookings.pickup_image',
  'bookings.deliver_image',
  'driver_documents.storage_key',
]);

let made = 0;

/** Letters alone, so that it is also an encoded polyline of one point. */
export function newMarker(): string {
  made += 1;
  const letters = [made / 676, made / 26, made].map((n) => String.fromCharCode(97 + (Math.floor(n) % 26)));
  return `Xqz${letters.join('')}Z`;
}

/** Bytes are marked, and found, by their hexadecimal digits: keyed hashes have 32 of them. */
const HASH_BYTES = 32;

function markerFor(name: string, person: Person, type: string | undefined): string {
  if (type === 'bytea') return randomBytes(HASH_BYTES).toString('hex');
  if (mobileColumns.has(name)) return person.mobile;
  return fileColumns.has(name) ? randomUUID() : newMarker();
}

/** Makes the value with a marker in it that a column of the type takes. */
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

  /** Writes another marker into each personal column of the person's rows; answers those that had a row. */
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
