// Draws a table on as many pages as needed, with its header on each page and its total on the page of the last row.

import { setImmediate } from 'node:timers/promises';
import { isolated } from '@kerb/texts';
import type { Table } from '../../ports/documents.ts';
import { type Flow, ink, MARGIN, styles } from './page-flow.ts';
import type { TextStyle } from './text-setter.ts';

const PADDING = 4;
const GAP = 8;
/** Maximum lines of a cell; longer texts are cut, so that a name of a thousand letters does not fill a page. */
const MAX_LINES = 6;
/** Number of rows drawn at a time; in between, other work can run. */
const ROWS_AT_ONCE = 25;

interface Cell {
  lines: readonly string[];
  from: number;
  width: number;
  align: 'start' | 'end';
}

interface Row {
  cells: readonly Cell[];
  style: TextStyle;
  height: number;
}

function columnsOf({ columns }: Table, width: number) {
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0);
  let from = 0;
  return columns.map(({ align, share = 1 }) => {
    const size = (share / shares) * width;
    const column = { from: from + GAP / 2, width: size - GAP, align };
    from += size;
    return column;
  });
}

export async function drawTable(flow: Flow, table: Table): Promise<void> {
  const columns = columnsOf(table, flow.width);
  const rowOf = (texts: readonly string[], style: TextStyle): Row => {
    const cells = columns.map((column, index) => ({
      ...column,
      lines: flow.set.lines(isolated(texts[index] ?? ''), style, column.width).slice(0, MAX_LINES),
    }));
    const most = Math.max(1, ...cells.map(({ lines }) => lines.length));
    return { cells, style, height: most * flow.set.lineHeight(style) + 2 * PADDING };
  };
  const draw = ({ cells, style, height }: Row): void => {
    const top = flow.y;
    flow.y = top + PADDING;
    for (const { lines, from, width, align } of cells)
      flow.set.draw(lines, style, flow.part(from, width), align);
    flow.y = top + height;
    flow.rule(flow.y);
  };
  const band = (height: number): void => {
    flow.page.rect(MARGIN, flow.y, flow.width, height).fill(ink.band);
  };

  const head = rowOf(
    table.columns.map(({ title }) => title),
    styles.head,
  );
  const total = table.total ? rowOf(table.total, styles.sum) : null;
  const drawHead = (): void => {
    band(head.height);
    draw(head);
  };

  flow.makeRoom(2 * head.height + (total?.height ?? 0));
  drawHead();
  for (const [index, texts] of table.rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) await setImmediate();
    const row = rowOf(texts, styles.cell);
    const isLast = index === table.rows.length - 1;
    if (flow.makeRoom(row.height + (isLast && total ? total.height : 0))) drawHead();
    draw(row);
  }
  if (!total) return;
  if (flow.makeRoom(total.height)) drawHead();
  band(total.height);
  draw(total);
}
