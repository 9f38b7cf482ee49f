// SQL of a driver's statement: the wallet's balance before a month, and every movement in it.
import type { Minor } from '@kerb/domain/kernel';
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type { ReportMonth } from './report-months.ts';

export interface MovementRow {
  id: number;
  /** Kind of the ledger transaction. */
  kind: string;
  amount: Minor;
  at: number;
  booking: string | null;
  reference: string | null;
  /** Of a trip that the owner took as a rider, before they became a driver. */
  of_rider: boolean;
}

export function statementRepository(queries: Queries) {
  const db = queries.withTables<Record<never, never>>();
  return {
    /** Both from one snapshot of the ledger, so that they are consistent during concurrent writes. */
    async ofMonth(
      owner: string,
      { starts, ends }: ReportMonth,
      limit: number,
    ): Promise<{ opening: Minor; movements: MovementRow[] }> {
      const { rows } = await sql<MovementRow & { opening: Minor }>`
        with opening as (
          select coalesce(sum(amount), 0)::bigint as opening
          from report_movements where owner = ${owner}::uuid and at < ${starts})
        select opening.opening, m.id, m.kind, m.amount, m.at, m.booking, m.reference, m.of_rider
        from opening left join lateral (
          select * from report_movements
          where owner = ${owner}::uuid and at >= ${starts} and at < ${ends}
          order by at, id limit ${limit}) m on true
        order by m.at, m.id`.execute(db);
      const [first] = rows;
      if (!first) throw new Error('A sum without a row');
      return { opening: first.opening, movements: rows.filter((row) => row.id !== null) };
    },
  };
}
