// Kerb's look for the data grid: quiet lines, round corners, small grey headers, rows that answer the pointer.
import type { SxProps, Theme } from '@mui/material/styles';

export function gridLook(rowsOpen: boolean): SxProps<Theme> {
  return {
    border: '1px solid',
    borderColor: 'divider',
    borderRadius: '16px',
    overflow: 'hidden',
    fontSize: '0.9375rem',
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
    '& .MuiDataGrid-columnSeparator': { display: 'none' },
    '& .MuiDataGrid-cell': { display: 'flex', alignItems: 'center', px: 1.5 },
    '& .MuiDataGrid-cell--textRight': { justifyContent: 'flex-end' },
    '& .MuiDataGrid-columnHeader': { px: 1.5 },
    '& .MuiDataGrid-cell:first-of-type, & .MuiDataGrid-columnHeader:first-of-type': { ps: 2 },
    '& .MuiDataGrid-cell:focus-visible, & .MuiDataGrid-columnHeader:focus-visible, & .MuiDataGrid-cell:focus, & .MuiDataGrid-columnHeader:focus':
      { outline: '2px solid var(--mui-palette-primary-main)', outlineOffset: '-3px', borderRadius: '8px' },
    '& .MuiDataGrid-row': {
      cursor: rowsOpen ? 'pointer' : 'default',
      '&:hover': { backgroundColor: 'var(--mui-palette-background-subtle)' },
    },
  };
}
