// Bar above a table: search, filters, choice of columns, and the actions of the list.
import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined';
import ArrowUpwardOutlined from '@mui/icons-material/ArrowUpwardOutlined';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnsMenu } from './columns-menu.tsx';
import type { ColumnChoice } from './fit-columns.ts';
import type { RowDensity } from './row-density.ts';
import type { TableColumn } from './table-column.ts';
import type { TableQueryState } from './use-table-query.ts';

const searchPauseMs = 250;

type AnyColumn = Pick<TableColumn<never>, 'field' | 'header' | 'card' | 'sortable'>;

interface TableToolbarProps {
  /** Label of the search field; no search without it. */
  readonly label: string | undefined;
  readonly columns: readonly AnyColumn[];
  readonly shown: readonly string[];
  readonly choice: ColumnChoice;
  readonly onChoose: (choice: ColumnChoice) => void;
  readonly density: RowDensity | null;
  readonly onDensity: (density: RowDensity) => void;
  readonly isDefault: boolean;
  readonly onReset: () => void;
  readonly state: TableQueryState;
  /** Shows a menu for sorting, because cards have no headers. */
  readonly withSorting: boolean;
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
}

export function TableToolbar({ label, state, filters, actions, withSorting, ...columns }: TableToolbarProps) {
  return (
    <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
      {/* In a row of their own; beside the search they would wrap at arbitrary places. */}
      {filters && <Box sx={{ flex: '1 1 100%', minWidth: 0 }}>{filters}</Box>}
      {label !== undefined && <SearchField label={label} text={state.query.q} onSearch={state.search} />}
      {withSorting && columns.columns.some((column) => column.sortable) && (
        <SortField columns={columns.columns} state={state} />
      )}
      <Box sx={{ display: 'flex', gap: 1.5, marginInlineStart: 'auto' }}>
        <ColumnsMenu {...columns} />
        {actions}
      </Box>
    </Box>
  );
}

function SearchField({
  label,
  text,
  onSearch,
}: {
  label: string;
  text: string;
  onSearch: (text: string) => void;
}) {
  const [typed, setTyped] = useState(text);
  /**
   * The search text that this field last wrote to or read from the query string; any other text there replaces the
   * input.
   */
  const searched = useRef(text);
  useEffect(() => {
    if (text === searched.current) return;
    searched.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed.trim() === searched.current) return;
    const timer = setTimeout(() => {
      searched.current = typed.trim();
      onSearch(typed);
    }, searchPauseMs);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return (
    <TextField
      size="small"
      type="search"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      placeholder={label}
      sx={{ flex: { xs: '1 1 100%', sm: '1 1 220px' }, maxWidth: { md: 360 } }}
      slotProps={{
        htmlInput: { 'aria-label': label, maxLength: 100 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchOutlined fontSize="small" />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}

function SortField({ columns, state }: { columns: readonly AnyColumn[]; state: TableQueryState }) {
  const { t } = useTranslation();
  const { sort, order } = state.query;
  const Arrow = order === 'asc' ? ArrowUpwardOutlined : ArrowDownwardOutlined;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, flex: '1 1 208px', maxWidth: { sm: 260 } }}>
      <TextField
        select
        size="small"
        value={sort}
        onChange={(event) => state.sortBy(event.target.value, order)}
        slotProps={{ select: { native: true }, htmlInput: { 'aria-label': t('table_sort_by') } }}
        sx={{ flex: 1, '& select': { textOverflow: 'ellipsis' } }}
      >
        {columns
          .filter((column) => column.sortable)
          .map((column) => (
            <option key={column.field} value={column.field}>
              {column.header}
            </option>
          ))}
      </TextField>
      <IconButton
        aria-label={order === 'asc' ? t('table_sort_down') : t('table_sort_up')}
        onClick={() => state.sortBy(sort, order === 'asc' ? 'desc' : 'asc')}
      >
        <Arrow />
      </IconButton>
    </Box>
  );
}
