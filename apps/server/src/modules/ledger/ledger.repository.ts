// The SQL of the whole ledger: account totals, the hash chain, and the daily seals.
import { type Minor, ZERO } from '@kerb/domain/kernel';
import type { AccountRef } from '@kerb/domain/ledger';
import type { ProviderName } from '@kerb/domain/payment';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../kit/index.ts';
import type { Seal } from './seal.ts';

/** Key of the advisory lock that is held while a day is sealed; an arbitrary number. */
const SEAL_LOCK = 5_263_021;

/** Accounts grouped by kind: all users' accounts of one kind are one row. */
export interface AccountGroup {
  kind: AccountRef['kind'];
  provider: ProviderName | null;
  accounts: number;
  balance: Minor;
}

/** What drivers paid for the platform's own vehicles. */
export interface VehicleRevenue {
  rent: Minor;
  commission: Minor;
}

/** Hashes are hexadecimal. */
export interface Link {
  seq: number;
  hash: string;
}

const sealColumns = sql`to_char(day, 'YYYY-MM-DD') as day, through_seq as through, encode(head_hash, 'hex') as head,
  entries, total, sealed_at as "sealedAt", encode(prev_mac, 'hex') as prev, encode(mac, 'hex') as mac`;

export function ledgerRepository(db: Queries) {
  return {
    async accounts(): Promise<AccountGroup[]> {
      const { rows } = await sql<AccountGroup>`
        select kind, provider, count(*)::integer as accounts, sum(balance)::bigint as balance
        from ledger_accounts group by kind, provider order by kind, provider`.execute(db);
      return rows;
    },

    /** What drivers paid in the transactions after link `seq` of the chain; 0 for all. */
    async vehicleRevenueAfter(seq: number): Promise<VehicleRevenue> {
      const { rows } = await sql<VehicleRevenue>`
        select coalesce(sum(e.amount) filter (where t.kind = 'vehicle_rent'), 0)::bigint as rent,
          coalesce(sum(e.amount) filter (where t.kind = 'vehicle_commission'), 0)::bigint as commission
        from ledger_chain_links c
        join ledger_transactions t on t.id = c.transaction
        join ledger_entries e on e.transaction = t.id
        join ledger_accounts a on a.id = e.account
        where c.seq > ${seq} and t.kind in ('vehicle_rent', 'vehicle_commission') and a.kind = 'platform_revenue'`.execute(
        db,
      );
      return rows[0] ?? { rent: ZERO, commission: ZERO };
    },

    /** The newest link; undefined while the ledger is empty. */
    async head(): Promise<Link | undefined> {
      const { rows } = await sql<Link>`
        select seq, encode(hash, 'hex') as hash from ledger_chain_links order by seq desc limit 1`.execute(
        db,
      );
      return rows[0];
    },

    async link(seq: number): Promise<Link | undefined> {
      const { rows } = await sql<Link>`
        select seq, encode(hash, 'hex') as hash from ledger_chain_links where seq = ${seq}`.execute(db);
      return rows[0];
    },

    /** Whether the current database role has no privilege to update, delete or truncate the ledger's tables. */
    async isSeparated(): Promise<boolean> {
      const { rows } = await sql<{ separated: boolean }>`
        select not bool_or(has_table_privilege(name, 'update, delete, truncate, trigger')) as separated
        from unnest(array['ledger_accounts', 'ledger_transactions', 'ledger_entries', 'ledger_chain_links', 'ledger_seals'])
          as t (name)`.execute(db);
      return rows[0]?.separated ?? false;
    },

    /** Newest first. */
    async seals(limit?: number): Promise<Seal[]> {
      const { rows } = await sql<Seal>`
        select ${sealColumns} from ledger_seals order by day desc limit ${limit ?? null}`.execute(db);
      return rows;
    },

    /** Time of the first transaction, ms since the epoch; undefined without transactions. */
    async firstAt(): Promise<number | undefined> {
      const { rows } = await sql<{ at: number }>`
        select t.at from ledger_chain_links c join ledger_transactions t on t.id = c.transaction
        order by c.seq limit 1`.execute(db);
      return rows[0]?.at;
    },

    /**
     * The transactions after link `seq` and before the time `before` (ms since the epoch): the number of the last link,
     * and the number of their entries.
     */
    async since(seq: number, before: number): Promise<{ through: number; entries: number }> {
      const { rows } = await sql<{ through: number; entries: number }>`
        with last as (
          select coalesce(max(c.seq), ${seq}::bigint) as seq
          from ledger_chain_links c join ledger_transactions t on t.id = c.transaction
          where c.seq > ${seq} and t.at < ${before})
        select last.seq as through, (
          select count(*) from ledger_chain_links c join ledger_entries e on e.transaction = c.transaction
          where c.seq > ${seq} and c.seq <= last.seq) as entries
        from last`.execute(db);
      return rows[0] ?? { through: seq, entries: 0 };
    },

    async total(): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select coalesce(sum(balance), 0)::bigint as total from ledger_accounts`.execute(db);
      return rows[0]?.total ?? 0;
    },
  };
}

/** Writes seals; `lock` lets one server at a time do so. */
export function sealWriter(tx: Tx) {
  return {
    async lock(): Promise<void> {
      await sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(tx);
    },

    async add(seal: Seal): Promise<void> {
      await sql`
        insert into ledger_seals (day, through_seq, head_hash, entries, total, sealed_at, prev_mac, mac)
        values (${seal.day}::date, ${seal.through}, decode(${seal.head}, 'hex'), ${seal.entries}, ${seal.total},
          ${seal.sealedAt}, decode(${seal.prev}, 'hex'), decode(${seal.mac}, 'hex'))`.execute(tx);
    },
  };
}
