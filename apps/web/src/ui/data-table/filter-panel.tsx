// Filters of a table: tabs that are always visible, and fields that a button expands.
import FilterListOutlined from '@mui/icons-material/FilterListOutlined';
import Box from '@mui/material/Box';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CompactButton } from '../compact-button.tsx';

interface FilterPanelProps {
  /** The tabs beside the button. */
  readonly tabs?: ReactNode;
  /** The fields, mounted while they are shown. */
  readonly children: ReactNode;
}

export function FilterPanel({ tabs, children }: FilterPanelProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const fieldsId = useId();
  return (
    <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {tabs}
        <CompactButton
          variant={open ? 'contained' : 'outlined'}
          icon={<FilterListOutlined />}
          text={t('table_filters')}
          aria-expanded={open}
          aria-controls={open ? fieldsId : undefined}
          onClick={() => setOpen(!open)}
        />
      </Box>
      {open && (
        <Box id={fieldsId} role="group" aria-label={t('table_filters')} sx={fieldsLook}>
          {children}
        </Box>
      )}
    </Box>
  );
}

/** Selects the fields inside the panel, `&`. Date fields are inside elements of their picker that have no box. */
export const fieldSelector = '& > .MuiTextField-root, & .MuiPickersTextField-root';

const fieldsLook = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1.5,
  alignItems: 'center',
  [fieldSelector]: {
    width: { xs: 'calc(50% - 6px)', sm: 'calc(25% - 9px)', lg: 196 },
  },
  '& select': { textOverflow: 'ellipsis' },
  '& .MuiInputBase-root, & .MuiPickersInputBase-root': { height: 44 },
} as const;
