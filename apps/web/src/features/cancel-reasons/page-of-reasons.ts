// Searches and pages the cancellation reasons in the browser: there are never more than a few dozen.
import type { CancelReason } from '@kerb/contract';
import type { TablePage } from '../../ui/data-table/table-column.ts';

export type { CancelReason };

interface ReasonQuery {
  readonly q: string;
  readonly limit: number;
  /** Start of the page; null for the first page. */
  readonly cursor: string | null;
}

/** When deletions have emptied the requested page, returns the last page that has rows. */
export function pageOfReasons(
  reasons: readonly CancelReason[],
  { q, limit, cursor }: ReasonQuery,
): TablePage<CancelReason> {
  const words = q.toLocaleLowerCase();
  const found = reasons.filter(({ label, translations = {} }) =>
    [label, ...Object.values(translations).map((texts) => texts.label ?? '')].some((text) =>
      text.toLocaleLowerCase().includes(words),
    ),
  );
  const asked = Number(cursor ?? 0);
  const lastStart = Math.max(0, Math.ceil(found.length / limit) - 1) * limit;
  const start = Math.min(asked, lastStart);
  const end = start + limit;
  return {
    items: found.slice(start, end),
    nextCursor: end < found.length ? String(end) : null,
    total: found.length,
  };
}
