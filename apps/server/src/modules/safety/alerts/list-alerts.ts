// Lists the alerts of the console: the open ones or all.
import type { SafetyAlert } from '@kerb/contract';
import { alertRank } from '@kerb/domain/safety';
import { z } from 'zod';
import { idCursor, readCursor, writeCursor } from '../../../kit/index.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import type { AlertRow } from '../safety.tables.ts';
import { alertRepository, type OpenAlertsPlace } from './alert.repository.ts';
import { createPresentAlerts } from './present-alert.ts';

export interface AlertsQuery {
  open?: boolean | undefined;
  limit: number;
  cursor?: string | undefined;
}

const openPlace = z.tuple([z.number().int().min(0).max(9), z.uuid()]);

function readOpenPlace(cursor: string | undefined): OpenAlertsPlace | undefined {
  if (cursor === undefined) return undefined;
  const [rank, id] = readCursor(openPlace, cursor);
  return { rank, id };
}

/**
 * All alerts: newest first, by id, which is in the order of time. Open ones: the most urgent kinds first, so that a
 * call for help is on the first page however many reports came after it. Throws `invalid_input` for an invalid cursor.
 */
export function createListAlerts(deps: SafetyDeps) {
  const alerts = alertRepository(deps.db);
  const present = createPresentAlerts(deps);

  const read = ({ open, limit, cursor }: AlertsQuery): Promise<AlertRow[]> =>
    open
      ? alerts.openPage({ limit: limit + 1, after: readOpenPlace(cursor) })
      : alerts.page({ limit: limit + 1, before: idCursor(cursor) });

  const cursorAfter = ({ id, kind }: AlertRow, open: boolean): string =>
    open ? writeCursor([alertRank(kind), id]) : id;

  return async function listAlerts(
    query: AlertsQuery,
  ): Promise<{ items: SafetyAlert[]; nextCursor: string | null; open: number }> {
    const { open = false, limit } = query;
    const [rows, count] = await Promise.all([read(query), alerts.countOpen()]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      items: await present(page),
      nextCursor: rows.length > limit && last ? cursorAfter(last, open) : null,
      open: count,
    };
  };
}
