// Stores the order and the widths of columns for each table in this browser.
import { useState } from 'react';
import { deviceStorage } from '../../lib/browser-storage.ts';

export interface ColumnLayout {
  /** Fields in the user's order; columns that are not listed follow in the table's own order. */
  readonly order: readonly string[];
  /** Widths in px of the columns that the user has resized. */
  readonly widths: Readonly<Record<string, number>>;
}

export const defaultLayout: ColumnLayout = { order: [], widths: {} };

const keyOf = (table: string) => `kerb.layout.${table}`;

const isWidth = (value: unknown): value is number =>
  typeof value === 'number' && value >= 40 && value <= 2000;

function toLayout(value: unknown): ColumnLayout {
  if (typeof value !== 'object' || value === null) return defaultLayout;
  const { order, widths } = { order: [], widths: {}, ...value } as { order: unknown; widths: unknown };
  return {
    order: Array.isArray(order) ? order.filter((field) => typeof field === 'string') : [],
    widths:
      typeof widths === 'object' && widths !== null
        ? Object.fromEntries(Object.entries(widths).filter(([, width]) => isWidth(width)))
        : {},
  };
}

/** The default layout when nothing valid is stored. */
export const readLayout = (table: string): ColumnLayout => toLayout(deviceStorage.readJson(keyOf(table)));

/** The default layout removes the stored one. */
export function rememberLayout(table: string, layout: ColumnLayout): void {
  const isDefault = layout.order.length === 0 && Object.keys(layout.widths).length === 0;
  deviceStorage.write(keyOf(table), isDefault ? null : JSON.stringify(layout));
}

/** The columns in the chosen order. */
export function inOrder<Column extends { readonly field: string }>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] {
  if (order.length === 0) return columns;
  const placed = order.flatMap((field) => columns.filter((column) => column.field === field));
  // A column that the stored order does not contain is placed after its predecessor in the table's own order.
  const result = [...placed];
  columns.forEach((column, index) => {
    if (result.includes(column)) return;
    const before = columns[index - 1];
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, column);
  });
  return result;
}

/** Returns the order with a visible field moved by one place among the visible ones; unchanged at either end. */
export function moved(
  fields: readonly string[],
  shown: readonly string[],
  field: string,
  by: -1 | 1,
): readonly string[] {
  const neighbour = shown[shown.indexOf(field) + by];
  if (neighbour === undefined || !shown.includes(field)) return fields;
  const rest = fields.filter((one) => one !== field);
  const at = rest.indexOf(neighbour) + (by === 1 ? 1 : 0);
  return [...rest.slice(0, at), field, ...rest.slice(at)];
}

export function useColumnLayout(table: string): [ColumnLayout, (layout: ColumnLayout) => void] {
  const [layout, setLayout] = useState(() => readLayout(table));
  const arrange = (next: ColumnLayout) => {
    setLayout(next);
    rememberLayout(table, next);
  };
  return [layout, arrange];
}
