// The reasons to cancel, searched and cut into pages here: there are never more than a few dozen.
import type { CancelReason } from '@kerb/contract';
import type { TablePage } from '../../ui/data-table/table-column.ts';

export type { CancelReason };

interface Wanted {
  readonly q: string;
  readonly limit: number;
  /** Where the page begins; null for the first. */
  readonly cursor: string | null;
}

/** A page that deletions have emptied is the last one that is left. */
export function pageOfReasons(
  reasons: readonly CancelReason[],
  { q, limit, cursor }: Wanted,
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
