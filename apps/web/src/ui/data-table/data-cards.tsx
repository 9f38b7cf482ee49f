// Table view for narrow screens: one card per row, rendered from the same columns.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from '../link.tsx';
import type { TableColumn } from './table-column.ts';

interface DataCardsProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly items: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly rowLabel: (row: Row) => string;
  readonly rowLink?: (row: Row) => string;
}

export function DataCards<Row>({ label, items, rowId, ...card }: DataCardsProps<Row>) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
      }}
    >
      {items.map((row) => (
        <Card key={rowId(row)} row={row} {...card} />
      ))}
    </Box>
  );
}

/** Negative margins, so that the touch target of a button does not increase the distance between lines. */
const buttonCellStyle = { flexShrink: 0, '&:has(button)': { my: -1.25, marginInlineEnd: -1 } } as const;

interface CardProps<Row> {
  readonly row: Row;
  readonly columns: readonly TableColumn<Row>[];
  readonly rowLabel: (row: Row) => string;
  readonly rowLink?: (row: Row) => string;
}

function Card<Row>({ row, columns, rowLabel, rowLink }: CardProps<Row>) {
  const title = columns.find((column) => column.card === 'title');
  const badges = columns.filter((column) => column.card === 'badge');
  const aside = columns.find((column) => column.card === 'aside');
  const lines = columns.filter((column) => column.card === undefined);
  return (
    <Box
      component="li"
      sx={{
        position: 'relative',
        display: 'grid',
        alignContent: 'start',
        gap: 1.5,
        p: 2,
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '16px',
        minWidth: 0,
        ...(rowLink && { '&:hover': { bgcolor: 'background.subtle' } }),
        '&:has(a:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      {rowLink && (
        // The link covers the whole card; `aria-label` names it.
        <Box
          component={Link}
          to={rowLink(row)}
          aria-label={rowLabel(row)}
          sx={{ position: 'absolute', inset: 0, borderRadius: '16px', outline: 'none' }}
        />
      )}
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', minWidth: 0 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>{title?.render(row)}</Box>
        {aside && <Box sx={buttonCellStyle}>{aside.render(row)}</Box>}
      </Box>
      {badges.length > 0 && (
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {badges.map((column) => (
            <span key={column.field}>{column.render(row)}</span>
          ))}
        </Box>
      )}
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: 'auto minmax(0, 1fr)',
          columnGap: 2,
          rowGap: 0.75,
          fontSize: '0.875rem',
        }}
      >
        {lines.map((column) => {
          const content = column.render(row);
          // Omits lines without a value.
          return content === null ? null : (
            <CardLine key={column.field} label={column.header}>
              {content}
            </CardLine>
          );
        })}
      </Box>
    </Box>
  );
}

function CardLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="text.secondary">
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', textAlign: 'end' }}>
        {children}
      </Box>
    </>
  );
}
