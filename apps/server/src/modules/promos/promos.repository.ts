// SQL of promos: the console's list, the valid promos, and the uses by bookings.
import type { PromoSort } from '@kerb/contract';
import { type Promo, type PromoInput, type PromoUpdate, promoNameKey } from '@kerb/domain/fare';
import type { FeeType } from '@kerb/domain/fleet';
import { type Generated, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { insertRows, type Queries, type Tx } from '../../kit/index.ts';

interface PromoTable {
  id: string;
  promo_name: string;
  name_key: string;
  promo_description: string;
  promo_discount_type: FeeType;
  promo_discount_value: number;
  max_promo_discount_value: number | null;
  min_order: number;
  promo_validity: number;
  promo_usage_limit: number;
  user_avail: number;
  created_at: number;
  version: Generated<number>;
}

export interface PromoUseTable {
  booking: string;
  promo: string;
  rider: string;
  used_at: number;
}

type PromosTables = { promos: PromoTable; promo_uses: PromoUseTable };

export type SortValue = string | number;

export interface PromoPage {
  sort: PromoSort;
  order: 'asc' | 'desc';
  /** Sort value and id of the last row of the previous page. */
  after: { value: SortValue; id: string } | null;
  limit: number;
}

const sortColumns = {
  createdAt: 'created_at',
  promo_name: 'name_key',
  promo_validity: 'promo_validity',
  user_avail: 'user_avail',
} as const satisfies Record<PromoSort, keyof PromoTable>;

/** The value that a promo is sorted by. */
export const sortValueOf = (sort: PromoSort, promo: Promo): SortValue =>
  sort === 'promo_name' ? promoNameKey(promo.promo_name) : promo[sort];

const toPromo = ({ name_key: _, created_at, ...row }: Selectable<PromoTable>): Promo => ({
  ...row,
  createdAt: created_at,
});

const toColumns = <Input extends PromoInput>(input: Input) => ({
  ...input,
  name_key: promoNameKey(input.promo_name),
});

const pattern = (q: string): string => `%${promoNameKey(q).replaceAll(/[\\%_]/g, '\\$&')}%`;

type PromoQuery<O> = SelectQueryBuilder<PromosTables, 'promos', O>;

/** Searches the words in the name and the description. */
const matching = <O>(query: PromoQuery<O>, q: string | undefined): PromoQuery<O> =>
  q
    ? query.where(sql<boolean>`(name_key like ${pattern(q)} or lower(promo_description) like ${pattern(q)})`)
    : query;

export function promosRepository(queries: Queries) {
  const db = queries.withTables<PromosTables>();
  const all = () => db.selectFrom('promos').selectAll();

  return {
    async insert(id: string, input: PromoInput, created_at: number): Promise<Promo> {
      const row = { ...toColumns(input), id, created_at, user_avail: 0 };
      return toPromo(await db.insertInto('promos').values(row).returningAll().executeTakeFirstOrThrow());
    },

    /** Inserts promos with as many uses as each promo counts. */
    async insertPast(tx: Tx, promos: readonly Promo[], uses: readonly PromoUseTable[]): Promise<void> {
      const rows = promos.map(({ createdAt: created_at, ...promo }) => ({ ...toColumns(promo), created_at }));
      await insertRows(tx, 'promos', rows);
      await insertRows(tx, 'promo_uses', uses);
    },

    /** Leaves the count of uses unchanged; null for a promo that is missing or has another version. */
    async update(id: string, { version, ...input }: PromoUpdate): Promise<Promo | null> {
      const row = await db
        .updateTable('promos')
        .set({ ...toColumns(input), version: sql<number>`version + 1` })
        .where('id', '=', id)
        .where('version', '=', version)
        .returningAll()
        .executeTakeFirst();
      return row ? toPromo(row) : null;
    },

    /** Deletes the promo with its uses; false for a missing promo. */
    async remove(id: string): Promise<boolean> {
      return (
        (await db.deleteFrom('promos').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
      );
    },

    /** One page in the requested order; rows with equal sort values are ordered by id. */
    async page(q: string | undefined, { sort, order, after, limit }: PromoPage): Promise<Promo[]> {
      const column = sortColumns[sort];
      let query = matching(all(), q);
      if (after) {
        const beyond = order === 'asc' ? sql.raw('>') : sql.raw('<');
        query = query.where(
          sql<boolean>`(${sql.ref(column)}, id) ${beyond} (${after.value}, ${after.id}::uuid)`,
        );
      }
      const rows = await query.orderBy(column, order).orderBy('id', order).limit(limit).execute();
      return rows.map(toPromo);
    },

    /** The promos that are not expired or used up at `now` (ms since the epoch), newest first. */
    async valid(now: number, limit: number): Promise<Promo[]> {
      const rows = await all()
        .where('promo_validity', '>=', now)
        .whereRef('user_avail', '<', 'promo_usage_limit')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toPromo);
    },

    async find(by: { id: string } | { name: string }): Promise<Promo | null> {
      const query =
        'id' in by ? all().where('id', '=', by.id) : all().where('name_key', '=', promoNameKey(by.name));
      const row = await query.executeTakeFirst();
      return row ? toPromo(row) : null;
    },

    /** Reads the promo and locks it until the transaction ends, so that its uses are counted one at a time. */
    async lock(id: string): Promise<Promo | null> {
      const row = await all().where('id', '=', id).forUpdate().executeTakeFirst();
      return row ? toPromo(row) : null;
    },

    /** The promos among these that the rider has used for a booking that was not cancelled. */
    async usedBy(rider: string, promos: readonly string[]): Promise<Set<string>> {
      if (promos.length === 0) return new Set();
      const rows = await db
        .selectFrom('promo_uses')
        .select('promo')
        .where('rider', '=', rider)
        .where('promo', 'in', promos)
        .execute();
      return new Set(rows.map(({ promo }) => promo));
    },

    async promoUsedFor(booking: string): Promise<string | null> {
      const row = await db
        .selectFrom('promo_uses')
        .select('promo')
        .where('booking', '=', booking)
        .executeTakeFirst();
      return row?.promo ?? null;
    },

    /** Counts the use; false, with nothing changed, when the promo is used up. */
    async countUse(use: PromoUseTable): Promise<boolean> {
      const counted = await db
        .updateTable('promos')
        .set({ user_avail: sql`user_avail + 1` })
        .where('id', '=', use.promo)
        .whereRef('user_avail', '<', 'promo_usage_limit')
        .returning('id')
        .executeTakeFirst();
      if (!counted) return false;
      await db.insertInto('promo_uses').values(use).execute();
      return true;
    },

    /** Removes the use of a booking; idempotent. */
    async uncountUse(booking: string): Promise<void> {
      const use = await db
        .deleteFrom('promo_uses')
        .where('booking', '=', booking)
        .returning('promo')
        .executeTakeFirst();
      if (!use) return;
      await db
        .updateTable('promos')
        .set({ user_avail: sql`user_avail - 1` })
        .where('id', '=', use.promo)
        .execute();
    },
  };
}
