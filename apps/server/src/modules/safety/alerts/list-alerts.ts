// Lists the alerts of the console: the open ones or all.
import type { SafetyAlert } from '@kerb/contract';
import { idCursor } from '../../../kit/index.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { alertRepository } from './alert.repository.ts';
import { createPresentAlerts } from './present-alert.ts';

export interface AlertsQuery {
  open?: boolean | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** Newest first, by id, which is in the order of time. Throws `invalid_input` for an invalid cursor. */
export function createListAlerts(deps: SafetyDeps) {
  const alerts = alertRepository(deps.db);
  const present = createPresentAlerts(deps);
  return async function listAlerts({
    open = false,
    limit,
    cursor,
  }: AlertsQuery): Promise<{ items: SafetyAlert[]; nextCursor: string | null; open: number }> {
    const before = idCursor(cursor);
    const [rows, count] = await Promise.all([
      alerts.page({ open, limit: limit + 1, before }),
      alerts.countOpen(),
    ]);
    const page = rows.slice(0, limit);
    return {
      items: await present(page),
      nextCursor: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
      open: count,
    };
  };
}
