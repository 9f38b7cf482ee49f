// Styles of the data grid: thin lines, round corners, small grey headers, and a hover state of rows.
import type { SxProps, Theme } from '@mui/material/styles';
import { matchParent } from '../match-parent.ts';
import type { RowDensity } from './row-density.ts';

const truncated = { overflow: 'hidden', textOverflow: 'ellipsis' } as const;

export function gridLook(rowsOpen: boolean, density: RowDensity): SxProps<Theme> {
  const padding = density === 'dense' ? 0.75 : 1.5;
  return {
    border: '1px solid',
    borderColor: 'divider',
    borderRadius: '16px',
    overflow: 'hidden',
    fontSize: density === 'dense' ? '0.8125rem' : '0.9375rem',
    bgcolor: 'background.default',
    '--DataGrid-t-color-background-base': 'var(--mui-palette-background-default)',
    '--DataGrid-t-header-background-base': 'var(--mui-palette-background-default)',
    '--DataGrid-t-color-border-base': 'var(--mui-palette-divider)',
    '--DataGrid-containerBackground': 'var(--mui-palette-background-default)',
    '--DataGrid-rowBorderColor': 'var(--mui-palette-divider)',
    '& .MuiDataGrid-columnHeaderTitle': {
      fontSize: '0.8125rem',
      fontWeight: 620,
      color: 'text.secondary',
    },
    // The separators, which resize columns, are visible only while the pointer is over the headers.
    '& .MuiDataGrid-columnSeparator': { opacity: 0 },
    '& .MuiDataGrid-columnHeaders:hover .MuiDataGrid-columnSeparator': { opacity: 1 },
    '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center', px: padding },
    '& .MuiDataGrid-columnHeader': { px: padding },
    '& .MuiDataGrid-cell[data-colindex="0"]:not(.MuiDataGrid-cellCheckbox), & .MuiDataGrid-columnHeader[aria-colindex="1"]:not(.MuiDataGrid-columnHeaderCheckbox)':
      {
        paddingInlineStart: padding + 0.5,
      },
    '& .MuiDataGrid-cellCheckbox, & .MuiDataGrid-columnHeaderCheckbox': { justifyContent: 'center', px: 0 },
    // The checkbox is 42 px wide in a column of 36 px; the negative margin aligns it with those of the rows.
    '& .MuiDataGrid-columnHeaderCheckbox .MuiCheckbox-root': { mx: '-3px' },
    // The content of a cell has a class instead of styles of its own, which would be computed for every cell.
    '& .kerb-cell': { minWidth: 0, lineHeight: 1.4, ...truncated },
    '& a.kerb-cell': { color: 'inherit', textDecoration: 'none' },
    // A text of the other writing direction is truncated at its own end, and aligned like the other texts of the column.
    '& .kerb-cell > bdi': { display: 'block', ...matchParent, ...truncated },
    '& .MuiDataGrid-cell--textRight': { justifyContent: 'flex-end' },
    '& .MuiDataGrid-cell:focus-visible, & .MuiDataGrid-columnHeader:focus-visible, & .MuiDataGrid-cell:focus, & .MuiDataGrid-columnHeader:focus':
      { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: '-3px', borderRadius: '8px' },
    // The button of a row's menu fills the whole cell, because the rest of the cell would be too narrow a click target.
    '& .MuiDataGrid-cell.kerb-menu-cell': {
      p: 0,
      // The line between rows as a shadow, because a border would take up space.
      borderTop: 0,
      boxShadow: 'inset 0 1px 0 var(--rowBorderColor)',
      '& > *': { width: '100%', height: '100%' },
      '& > * > span': { display: 'block', height: '100%' },
      '& .MuiIconButton-root': { width: '100%', height: '100%', borderRadius: 0 },
    },
    ...(density === 'dense' && {
      '& .MuiDataGrid-cell .MuiIconButton-root': { minWidth: 32, minHeight: 32, p: 0.5 },
      '& .MuiDataGrid-cell .MuiButton-root': { minHeight: 30, py: 0, px: 1.25, fontSize: '0.8125rem' },
      '& .MuiDataGrid-cell .MuiAvatar-root': { width: 26, height: 26, fontSize: '0.625rem' },
    }),
    '& .kerb-open-row': { backgroundColor: 'var(--mui-palette-background-subtle)' },
    '& .MuiDataGrid-row': {
      cursor: rowsOpen ? 'pointer' : 'default',
      '&:hover': { backgroundColor: 'var(--mui-palette-background-subtle)' },
    },
  };
}
