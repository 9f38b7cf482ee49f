// The SQL of regions, in the database of the first city.
import type pg from 'pg';
import { type Region, regionDefaults } from './region.ts';

interface RegionRow extends Omit<Region, 'defaults'> {
  defaults: unknown;
}

const COLUMNS = 'key, name, host, public_url as "publicUrl", defaults';

const asRegion = (row: RegionRow): Region => ({ ...row, defaults: regionDefaults.parse(row.defaults) });

export function regionsRepository(db: Pick<pg.Pool, 'query'>) {
  return {
    /** Regions that are not closed, in the order in which they were added. */
    async open(): Promise<Region[]> {
      const { rows } = await db.query<RegionRow>(
        `select ${COLUMNS} from regions where closed_at is null order by added_at, key`,
      );
      return rows.map(asRegion);
    },

    /** Hosts of closed regions. */
    async closedHosts(): Promise<string[]> {
      const { rows } = await db.query<{ host: string }>(
        'select host from regions where closed_at is not null order by host',
      );
      return rows.map(({ host }) => host);
    },

    /** Open regions, and closed ones whose database still exists. */
    async withData(): Promise<Region[]> {
      const { rows } = await db.query<RegionRow>(
        `select ${COLUMNS} from regions
         where closed_at is null or exists (
           select from pg_database where datname = current_database() || '_' || replace(key, '-', '_'))
         order by added_at, key`,
      );
      return rows.map(asRegion);
    },

    /** Null for a key that was never used; closed regions are returned too. */
    async find(key: string): Promise<Region | null> {
      const { rows } = await db.query<RegionRow>(`select ${COLUMNS} from regions where key = $1`, [key]);
      const [row] = rows;
      return row ? asRegion(row) : null;
    },

    /** Another region than `key` with the host, open or closed; null when the host is free. */
    async otherAt(host: string, key: string): Promise<Region | null> {
      const { rows } = await db.query<RegionRow>(
        `select ${COLUMNS} from regions where host = $1 and key <> $2`,
        [host, key],
      );
      const [row] = rows;
      return row ? asRegion(row) : null;
    },

    /**
     * Adds the region, or reopens it with these values. Violates `regions_host_key` when another region has the host.
     */
    async save({ key, name, host, publicUrl, defaults }: Region): Promise<void> {
      await db.query(
        `insert into regions (key, name, host, public_url, defaults, added_at)
         values ($1, $2, $3, $4, $5, (extract(epoch from clock_timestamp()) * 1000)::bigint)
         on conflict (key) do update set name = excluded.name, host = excluded.host,
           public_url = excluded.public_url, defaults = excluded.defaults, closed_at = null`,
        [key, name, host, publicUrl, JSON.stringify(defaults)],
      );
    },

    /** Returns false when no open region has the key. */
    async close(key: string): Promise<boolean> {
      const { rowCount } = await db.query(
        `update regions set closed_at = (extract(epoch from clock_timestamp()) * 1000)::bigint
         where key = $1 and closed_at is null`,
        [key],
      );
      return rowCount === 1;
    },
  };
}
