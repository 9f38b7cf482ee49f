// The table on a wide screen: MUI's data grid in Kerb's look, sorted and paged by the server.

import Box from '@mui/material/Box';
import {
  DataGrid,
  type GridColDef,
  type GridLocaleText,
  type GridRenderCellParams,
  type GridSortModel,
} from '@mui/x-data-grid';
import { arSD, esES, frFR, ptBR } from '@mui/x-data-grid/locales';
import { type MouseEvent, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { Link } from '../link.tsx';
import { matchParent } from '../match-parent.ts';
import { gridLook } from './grid-look.ts';
import type { TableColumn } from './table-column.ts';
import type { TableQueryState } from './use-table-query.ts';

interface DataGridViewProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly items: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly rowLink?: (row: Row) => string;
  readonly state: TableQueryState;
}

/** What the grid keeps of a row: it wants objects with an id. */
interface GridRow<Row> {
  readonly id: string;
  readonly row: Row;
}

function toGridColumn<Row>(
  column: TableColumn<Row>,
  rowLink: ((row: Row) => string) | undefined,
): GridColDef<GridRow<Row>> {
  const end = column.align === 'end';
  const cut = { overflow: 'hidden', textOverflow: 'ellipsis' } as const;
  // A text of the other direction is cut at its own end, and stands where the column's texts stand.
  const foreign = { display: 'block', ...matchParent, ...cut } as const;
  const look = { minWidth: 0, lineHeight: 1.5, ...cut, '& > bdi': foreign } as const;
  return {
    field: column.field,
    headerName: column.header,
    minWidth: column.width,
    flex: column.grow ?? column.width / 100,
    sortable: column.sortable ?? false,
    align: end ? 'right' : 'left',
    headerAlign: end ? 'right' : 'left',
    renderCell: ({ row }: GridRenderCellParams<GridRow<Row>>) =>
      column.card === 'title' && rowLink ? (
        // A link, so that a row can be opened in another tab; by keyboard the cell itself opens it.
        <Box
          component={Link}
          to={rowLink(row.row)}
          tabIndex={-1}
          onClick={(event: MouseEvent) => event.stopPropagation()}
          sx={{ ...look, color: 'inherit', textDecoration: 'none' }}
        >
          {column.render(row.row)}
        </Box>
      ) : (
        <Box sx={look}>{column.render(row.row)}</Box>
      ),
  };
}

export function DataGridView<Row>({ label, columns, items, rowId, rowLink, state }: DataGridViewProps<Row>) {
  const navigate = useNavigate();
  const texts = useGridTexts();
  const { sort, order } = state.query;
  const rows = useMemo(() => items.map((row) => ({ id: rowId(row), row })), [items, rowId]);
  const gridColumns = useMemo(
    () => columns.map((column) => toGridColumn(column, rowLink)),
    [columns, rowLink],
  );
  const sortModel = useMemo<GridSortModel>(() => [{ field: sort, sort: order }], [sort, order]);
  const open = (gridRow: GridRow<Row>) => rowLink && void navigate(rowLink(gridRow.row));
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', minWidth: 0 }}>
      <DataGrid
        aria-label={label}
        rows={rows}
        columns={gridColumns}
        localeText={texts}
        sortingMode="server"
        sortingOrder={['asc', 'desc']}
        sortModel={sortModel}
        onSortModelChange={([next]) => next?.sort && state.sortBy(next.field, next.sort)}
        onRowClick={({ row }) => open(row)}
        onCellKeyDown={({ row }, event) => {
          // A button or a link in the cell answers for itself.
          if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
          event.preventDefault();
          open(row);
        }}
        rowHeight={60}
        columnHeaderHeight={44}
        hideFooter
        disableColumnMenu
        disableColumnFilter
        disableColumnResize
        disableColumnSelector
        disableDensitySelector
        disableRowSelectionOnClick
        disableVirtualization
        sx={gridLook(rowLink !== undefined)}
      />
    </Box>
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
