// SQL of a driver's day: every movement of the wallet in it, without reading other days.
import type { Span } from '@kerb/domain/kernel';
import { sql } from 'kysely';
import type { Queries } from '../../kit/index.ts';
import type { MovementRow } from './statement.repository.ts';

export function driverDayRepository(queries: Queries) {
  const db = queries.withTables<Record<never, never>>();
  return {
    /** In order of time. */
    async movements(owner: string, { starts, ends }: Span, limit: number): Promise<MovementRow[]> {
      const { rows } = await sql<MovementRow>`
        select id, kind, amount, at, booking, reference, of_rider from report_movements
        where owner = ${owner}::uuid and at >= ${starts}::bigint and at < ${ends}::bigint
        order by at, id limit ${limit}`.execute(db);
      return rows;
    },
  };
}
