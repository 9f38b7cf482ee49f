// Builds the queue of the dispatch board as a flat list of headings, alerts and rows.
import type { BoardRow } from '@kerb/contract';
import { type BoardGroup, boardGroups } from '@kerb/domain/dispatch';

/** An item other than a booking that needs attention: a safety alert, or fares that await a decision. */
export interface QueueAlert {
  readonly key: string;
  readonly title: string;
  /** Time it was raised, ms since the epoch; null for an item that stands for several things. */
  readonly at: number | null;
  readonly isUrgent: boolean;
  /** Path of the screen where it is handled. */
  readonly to: string;
}

export type QueueItem =
  | {
      readonly kind: 'heading';
      readonly key: string;
      readonly group: BoardGroup | 'alerts';
      readonly count: number;
    }
  | { readonly kind: 'alert'; readonly key: string; readonly alert: QueueAlert }
  | { readonly kind: 'row'; readonly key: string; readonly row: BoardRow };

/** The group that the queue shows; 'all' without a filter. */
export type QueueFilter = BoardGroup | 'all';

/** `rows` in the order of the server. Alerts come first and are shown with every filter. */
export function queueItems(
  rows: readonly BoardRow[],
  alerts: readonly QueueAlert[],
  filter: QueueFilter,
): QueueItem[] {
  const items: QueueItem[] = [];
  if (alerts.length > 0) {
    items.push({ kind: 'heading', key: 'alerts', group: 'alerts', count: alerts.length });
    for (const alert of alerts) items.push({ kind: 'alert', key: `alert ${alert.key}`, alert });
  }
  for (const group of boardGroups) {
    const ofGroup = filter === 'all' || filter === group ? rows.filter((row) => row.group === group) : [];
    if (ofGroup.length === 0) continue;
    items.push({ kind: 'heading', key: group, group, count: ofGroup.length });
    for (const row of ofGroup) items.push({ kind: 'row', key: row.id, row });
  }
  return items;
}

/** Height of an item in px. */
export const heightOf = ({ kind }: QueueItem): number => {
  switch (kind) {
    case 'heading':
      return 36;
    case 'alert':
      return 52;
    case 'row':
      return 76;
  }
};

/** The booking before or after the chosen one; without a chosen one, the first. Null when there is no such booking. */
export function neighbourOf(items: readonly QueueItem[], chosen: string | null, step: 1 | -1): string | null {
  const rows = items.flatMap((item) => (item.kind === 'row' ? [item.row.id] : []));
  const at = chosen === null ? -1 : rows.indexOf(chosen);
  if (at === -1) return rows[0] ?? null;
  return rows[Math.max(0, Math.min(rows.length - 1, at + step))] ?? null;
}
