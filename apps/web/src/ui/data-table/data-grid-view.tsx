// Table view for wide screens: MUI's data grid in Kerb's look, sorted and paged by the server.

import Box from '@mui/material/Box';
import {
  DataGrid,
  GRID_CHECKBOX_SELECTION_COL_DEF,
  type GridColDef,
  type GridLocaleText,
  type GridRenderCellParams,
  type GridRowSelectionModel,
  type GridSortModel,
  useGridApiRef,
} from '@mui/x-data-grid';
import { arSD, esES, frFR, ptBR } from '@mui/x-data-grid/locales';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useLatestCallback } from '../../lib/use-latest-callback.ts';
import { Link } from '../link.tsx';
import { visuallyHidden } from '../visually-hidden.ts';
import { ColumnMenu, MoveColumn } from './column-menu.tsx';
import { gridLook } from './grid-look.ts';
import { type RowDensity, rowHeights } from './row-density.ts';
import type { RowSelection } from './row-selection.ts';
import type { SortOrder, TableColumn } from './table-column.ts';
import { useRowKeys } from './use-row-keys.ts';

/** Width of the checkbox column, in px. */
export const checkboxColumnPx = 36;
const headerPx = { dense: 36, comfortable: 44 } as const;

interface DataGridViewProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly items: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly rowLink?: ((row: Row) => string) | undefined;
  /** Called on a click on a row, instead of following its link. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Id of the row whose details are open. */
  readonly openId?: string | null;
  readonly sort: string;
  readonly order: SortOrder;
  readonly onSort: (field: string, order: SortOrder) => void;
  readonly density: RowDensity;
  readonly lines?: 1 | 2 | undefined;
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidth: (field: string, width: number) => void;
  readonly onMove: (field: string, by: -1 | 1) => void;
  readonly selection?: RowSelection<Row> | undefined;
}

/** A row as the data grid requires it: an object with an id. */
interface GridRow<Row> {
  readonly id: string;
  readonly row: Row;
}

function toGridColumn<Row>(
  column: TableColumn<Row>,
  rowLink: ((row: Row) => string) | undefined,
  width: number | undefined,
): GridColDef<GridRow<Row>> {
  const end = column.align === 'end';
  return {
    field: column.field,
    headerName: column.header,
    ...(width === undefined
      ? { minWidth: column.width, flex: column.grow ?? column.width / 100 }
      : { minWidth: 40, width }),
    ...(column.hasQuietHeader && {
      renderHeader: () => <span style={visuallyHidden}>{column.header}</span>,
      disableColumnMenu: true,
      cellClassName: 'kerb-menu-cell',
    }),
    sortable: column.sortable ?? false,
    align: end ? 'right' : 'left',
    headerAlign: end ? 'right' : 'left',
    renderCell: ({ row }: GridRenderCellParams<GridRow<Row>>) =>
      column.card === 'title' && rowLink ? (
        // A link, so that a row can be opened in another tab; keyboard users open it with Enter on the cell.
        <Link
          className="kerb-cell"
          to={rowLink(row.row)}
          tabIndex={-1}
          onClick={(event) => event.stopPropagation()}
        >
          {column.render(row.row)}
        </Link>
      ) : (
        <div className="kerb-cell">{column.render(row.row)}</div>
      ),
  };
}

const checkboxColumn: GridColDef = {
  ...GRID_CHECKBOX_SELECTION_COL_DEF,
  width: checkboxColumnPx,
  minWidth: checkboxColumnPx,
  maxWidth: checkboxColumnPx,
  disableColumnMenu: true,
};

/** Converts between our selection and the data grid's model. */
function useGridSelection<Row>(items: readonly Row[], selection: RowSelection<Row> | undefined) {
  const model = useMemo<GridRowSelectionModel>(
    () => ({ type: 'include', ids: new Set(selection?.rows.keys()) }),
    [selection?.rows],
  );
  const onChange = useLatestCallback(({ type, ids }: GridRowSelectionModel) =>
    selection?.selectOf(items, (id) => ids.has(id) === (type === 'include')),
  );
  return { model, onChange };
}

export function DataGridView<Row>(props: DataGridViewProps<Row>) {
  const { label, columns, items, rowId, rowLink, onOpen, sort, order, density, lines = 1, widths } = props;
  const { selection, onSort, onWidth, onMove, openId = null } = props;
  const api = useGridApiRef();
  const navigate = useNavigate();
  const localeText = useGridTexts();
  const rows = useMemo(() => items.map((row) => ({ id: rowId(row), row })), [items, rowId]);
  const isSelectable = selection !== undefined;
  const gridColumns = useMemo(() => {
    const shown = columns.map((column) => toGridColumn(column, rowLink, widths[column.field]));
    return isSelectable ? [checkboxColumn, ...shown] : shown;
  }, [columns, rowLink, widths, isSelectable]);
  const sortModel = useMemo<GridSortModel>(() => [{ field: sort, sort: order }], [sort, order]);
  const { model, onChange } = useGridSelection(items, selection);
  const open = useLatestCallback(({ row }: GridRow<Row>) => {
    if (onOpen) onOpen(row);
    else if (rowLink) void navigate(rowLink(row));
  });
  const opens = onOpen !== undefined || rowLink !== undefined;
  useRowKeys({
    api,
    ids: useMemo(() => rows.map(({ id }) => id), [rows]),
    field: columns[0]?.field,
    onSelect: selection
      ? (id) => {
          const row = rows.find((one) => one.id === id);
          if (row) selection.toggle(row.row);
        }
      : null,
    opens,
    closes: onOpen !== undefined,
    // Open details switch to the row that the keys move to.
    onMove: (id) => {
      const row = rows.find((one) => one.id === id);
      if (row && openId !== null) onOpen?.(row.row);
    },
  });
  // Memoized, because the grid renders every cell again whenever it renders.
  const grid = useMemo(
    () => (
      <DataGrid
        apiRef={api}
        aria-label={label}
        getRowClassName={({ id }) => (id === openId ? 'kerb-open-row' : '')}
        rows={rows}
        columns={gridColumns}
        localeText={localeText}
        sortingMode="server"
        sortingOrder={['asc', 'desc']}
        sortModel={sortModel}
        onSortModelChange={([next]) => next?.sort && onSort(next.field, next.sort)}
        checkboxSelection={isSelectable}
        rowSelectionModel={model}
        onRowSelectionModelChange={onChange}
        onRowClick={({ row }) => open(row)}
        onCellKeyDown={({ row }, event) => {
          // Enter on a button or link inside the cell is handled by that element.
          if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
          event.preventDefault();
          open(row);
        }}
        onColumnWidthChange={({ colDef, width }) => onWidth(colDef.field, Math.round(width))}
        slots={{ columnMenu: ColumnMenu }}
        rowHeight={rowHeights[density][lines]}
        columnHeaderHeight={headerPx[density]}
        hideFooter
        disableColumnFilter
        disableColumnSelector
        disableDensitySelector
        disableRowSelectionOnClick
        disableRowSelectionExcludeModel
        disableVirtualization
        sx={gridLook(opens, density)}
      />
    ),
    [
      api,
      label,
      openId,
      rows,
      gridColumns,
      localeText,
      sortModel,
      onSort,
      isSelectable,
      model,
      onChange,
      open,
      onWidth,
      density,
      lines,
      opens,
    ],
  );
  return (
    <MoveColumn value={onMove}>
      <Box data-density={density} sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
        {grid}
      </Box>
    </MoveColumn>
  );
}

const english: Partial<GridLocaleText> = {};
const texts: Readonly<Record<string, Partial<GridLocaleText>>> = {
  es: esES.components.MuiDataGrid.defaultProps.localeText,
  pt: ptBR.components.MuiDataGrid.defaultProps.localeText,
  fr: frFR.components.MuiDataGrid.defaultProps.localeText,
  ar: arSD.components.MuiDataGrid.defaultProps.localeText,
};

function useGridTexts(): Partial<GridLocaleText> {
  const { locale } = useLanguage();
  return texts[locale.split('-')[0] ?? ''] ?? english;
}
