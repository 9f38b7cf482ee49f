// Types of a table's columns and pages; one definition serves the grid of wide screens and the cards of narrow ones.
import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  /** Name of the column; for sortable columns also the sort key of the API. */
  readonly field: string;
  readonly header: string;
  readonly render: (row: Row) => ReactNode;
  /** Hides the header visually, for columns whose cells need no heading; screen readers still read it. */
  readonly hasQuietHeader?: boolean;
  readonly sortable?: boolean;
  /** Minimum width in px; the remaining width is distributed in proportion to `grow`. */
  readonly width: number;
  readonly grow?: number;
  readonly align?: 'start' | 'end';
  /** Position on a card; columns without it are rendered as lines of label and value. */
  readonly card?: 'title' | 'badge' | 'aside';
  /**
   * Columns with a higher number are hidden first when the table is too narrow; a column without a number always stays.
   */
  readonly leaves?: number;
  /** Hidden until the user selects it. */
  readonly optional?: boolean;
}

export interface TablePage<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
  readonly total?: number;
  /** True when counting stopped at `total` and there are more rows. */
  readonly more?: boolean;
}

export type SortOrder = 'asc' | 'desc';
