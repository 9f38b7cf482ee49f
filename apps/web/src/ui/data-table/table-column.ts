// What a column of a table is: one definition for the grid of a wide screen and the cards of a narrow one.
import type { ReactNode } from 'react';

export interface TableColumn<Row> {
  /** Its name; where the column can be sorted, also the name the API sorts by. */
  readonly field: string;
  readonly header: string;
  readonly render: (row: Row) => ReactNode;
  /** The header is read out and not seen, of a column whose cells say what they are. */
  readonly hasQuietHeader?: boolean;
  readonly sortable?: boolean;
  /** Least width in px; the room that is left goes to the columns with the larger `grow`. */
  readonly width: number;
  readonly grow?: number;
  readonly align?: 'start' | 'end';
  /** Where it stands on a card; the others are lines of a label and a value. */
  readonly card?: 'title' | 'badge' | 'aside';
  /** Columns with the higher number leave first when there is no room; without one it stays. */
  readonly leaves?: number;
  /** Hidden until the user selects it. */
  readonly optional?: boolean;
}

export interface TablePage<Row> {
  readonly items: readonly Row[];
  readonly nextCursor: string | null;
  readonly total?: number;
  /** There are more than `total`, and counting stopped there. */
  readonly more?: boolean;
}

export type SortOrder = 'asc' | 'desc';
