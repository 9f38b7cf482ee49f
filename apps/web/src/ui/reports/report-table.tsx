// Figures of a report with totals: a table if it fits, otherwise cards.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface ReportColumn<Row> {
  readonly field: string;
  readonly header: string;
  readonly render: (row: Row) => ReactNode;
  /** Cell in the row of totals; empty by default. */
  readonly total?: ReactNode;
  readonly align?: 'start' | 'end';
}

interface ReportTableProps<Row> {
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly ReportColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Label of the row of totals; without it, the row is omitted. */
  readonly totalLabel?: string;
}

/** Number of rows shown initially, and added with each click on "more". */
const ROWS = 60;

const look = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: '0.875rem',
  '& th, & td': { px: 1.25, py: 1.25, textAlign: 'start', whiteSpace: 'nowrap', fontWeight: 400 },
  '& .end': { textAlign: 'end' },
  '& thead th': {
    fontSize: '0.8125rem',
    fontWeight: 600,
    color: 'text.secondary',
    bgcolor: 'background.subtle',
    whiteSpace: 'normal',
    verticalAlign: 'bottom',
    lineHeight: 1.3,
  },
  '& tbody th, & tbody td, & tfoot th, & tfoot td': { borderTop: '1px solid', borderColor: 'divider' },
  '& tbody th': { fontWeight: 600 },
  '& tfoot th, & tfoot td': { fontWeight: 680, bgcolor: 'background.subtle' },
  '& tbody tr:hover > *': { bgcolor: 'background.subtle' },
} as const;

const DENSE_FROM = 9;
/** Smaller padding for tables with many columns, so that they fit on a laptop. */
const denseLook = {
  ...look,
  fontSize: '0.8125rem',
  '& th, & td': { ...look['& th, & td'], px: 0.75 },
  '& thead th': { ...look['& thead th'], fontSize: '0.75rem' },
} as const;

const side = <Row,>(column: ReportColumn<Row>) => (column.align === 'end' ? 'end' : undefined);

function Grid<Row>({ label, columns, rows, rowId, totalLabel }: ReportTableProps<Row>) {
  const [first, ...others] = columns;
  return (
    <Box component="table" aria-label={label} sx={columns.length < DENSE_FROM ? look : denseLook}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.field} scope="col" className={side(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowId(row)}>
            {first && <th scope="row">{first.render(row)}</th>}
            {others.map((column) => (
              <td key={column.field} className={side(column)}>
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {totalLabel !== undefined && (
        <tfoot>
          <tr>
            <th scope="row">{totalLabel}</th>
            {others.map((column) => (
              <td key={column.field} className={side(column)}>
                {column.total}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </Box>
  );
}

interface CardProps {
  readonly title: ReactNode;
  readonly lines: readonly { readonly field: string; readonly name: string; readonly value: ReactNode }[];
  readonly isTotal?: boolean;
}

function Card({ title, lines, isTotal = false }: CardProps) {
  return (
    <Box
      component="li"
      sx={{
        p: 2,
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '16px',
        minWidth: 0,
        ...(isTotal && { bgcolor: 'background.subtle' }),
      }}
    >
      <Box sx={{ fontWeight: 650, mb: 0.5, overflowWrap: 'anywhere' }}>{title}</Box>
      <Box component="dl" sx={{ m: 0 }}>
        {lines.map(({ field, name, value }) => (
          <Box key={field} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, py: 0.25 }}>
            <Box component="dt" sx={{ fontSize: '0.875rem', color: 'text.secondary' }}>
              {name}
            </Box>
            <Box
              component="dd"
              sx={{ m: 0, fontSize: '0.875rem', textAlign: 'end', overflowWrap: 'anywhere' }}
            >
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

/** Cards with the totals first, because on a phone the end of a long list is far away. */
function Cards<Row>({ label, columns, rows, rowId, totalLabel }: ReportTableProps<Row>) {
  const [first, ...others] = columns;
  const lineOf = (column: ReportColumn<Row>, value: ReactNode) => ({
    field: column.field,
    name: column.header,
    value,
  });
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        display: 'grid',
        gap: 1.5,
        width: '100%',
        m: 0,
        p: 0,
        listStyle: 'none',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
      }}
    >
      {totalLabel !== undefined && (
        <Card
          isTotal
          title={totalLabel}
          lines={others
            .filter(({ total }) => total !== undefined)
            .map((column) => lineOf(column, column.total))}
        />
      )}
      {rows.map((row) => (
        <Card
          key={rowId(row)}
          title={first?.render(row)}
          lines={others.map((column) => lineOf(column, column.render(row)))}
        />
      ))}
    </Box>
  );
}

/**
 * Whether the table fits without horizontal scrolling: it is measured before the first paint, and replaced by cards
 * until there is enough room.
 */
function useFits() {
  const frame = useRef<HTMLDivElement>(null);
  const [needed, setNeeded] = useState(0);
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  const fits = needed <= room + 1;
  useLayoutEffect(() => {
    const node = frame.current;
    if (!node) return;
    const table = fits ? node.querySelector('table') : null;
    const measure = () => {
      setRoom(node.clientWidth);
      if (table) setNeeded(table.offsetWidth > node.clientWidth + 1 ? table.offsetWidth : 0);
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(node);
    if (table) watch.observe(table);
    return () => watch.disconnect();
  }, [fits]);
  return { frame, fits };
}

export function ReportTable<Row>(props: ReportTableProps<Row>) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(ROWS);
  const { frame, fits } = useFits();
  const shown = { ...props, rows: props.rows.slice(0, limit) };
  const border = { border: '1px solid', borderColor: 'divider', borderRadius: '16px' };
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'center', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box ref={frame} sx={{ width: '100%', minWidth: 0, overflow: 'hidden', ...(fits && border) }}>
        {fits ? <Grid {...shown} /> : <Cards {...shown} />}
      </Box>
      {props.rows.length > limit && (
        <Button variant="outlined" onClick={() => setLimit(limit + ROWS)}>
          {t('reports_more', { count: props.rows.length - limit })}
        </Button>
      )}
    </Box>
  );
}
