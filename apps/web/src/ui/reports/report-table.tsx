// A table of figures with a row of totals: the first column stays while the others scroll under it.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface ReportColumn<Row> {
  readonly field: string;
  readonly header: string;
  readonly render: (row: Row) => ReactNode;
  /** In the row of totals; nothing when left out. */
  readonly total?: ReactNode;
  readonly align?: 'start' | 'end';
}

interface ReportTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly ReportColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Names the row of totals; without it there is none. */
  readonly totalLabel?: string;
}

/** Rows shown at first, and added with each wish for more. */
const ROWS = 60;

const look = {
  ...{ width: '100%', borderCollapse: 'separate', borderSpacing: 0, fontSize: '0.875rem' },
  '& th, & td': { px: 1.5, py: 1.25, textAlign: 'start', whiteSpace: 'nowrap', fontWeight: 400 },
  '& .end': { textAlign: 'end' },
  '& thead th': {
    ...{ fontSize: '0.8125rem', fontWeight: 600, color: 'text.secondary', bgcolor: 'background.subtle' },
    ...{ whiteSpace: 'normal', verticalAlign: 'bottom', lineHeight: 1.3 },
  },
  '& tbody th, & tbody td, & tfoot th, & tfoot td': { borderTop: '1px solid', borderColor: 'divider' },
  '& tbody th': { fontWeight: 600 },
  '& tfoot th, & tfoot td': { fontWeight: 680, bgcolor: 'background.subtle' },
  '& tr > :first-of-type': { position: 'sticky', insetInlineStart: 0, zIndex: 1 },
  '& tbody tr > :first-of-type': { bgcolor: 'background.paper' },
  '& tbody tr:hover > *': { bgcolor: 'background.subtle' },
} as const;

export function ReportTable<Row>({ label, columns, rows, rowId, totalLabel }: ReportTableProps<Row>) {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(ROWS);
  const [first, ...others] = columns;
  const side = (column: ReportColumn<Row>) => (column.align === 'end' ? 'end' : undefined);
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'center', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box
        role="region"
        aria-label={label}
        tabIndex={0}
        sx={{
          ...{ width: '100%', overflowX: 'auto', border: '1px solid', borderColor: 'divider' },
          borderRadius: '16px',
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
        }}
      >
        <Box component="table" aria-label={label} sx={look}>
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
            {rows.slice(0, limit).map((row) => (
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
      </Box>
      {rows.length > limit && (
        <Button variant="outlined" onClick={() => setLimit(limit + ROWS)}>
          {t('reports_more', { count: rows.length - limit })}
        </Button>
      )}
    </Box>
  );
}
