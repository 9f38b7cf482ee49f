// Bar above a report: range of months, further filters, and its files.
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MonthField } from '../dates/calendar-field.tsx';

/** YYYY-MM, both included; '' for no bound. */
export interface MonthRange {
  readonly from: string;
  readonly to: string;
}

/** The range as query parameters of the API. */
export const rangeQuery = ({ from, to }: MonthRange) => ({
  ...(from !== '' && { from }),
  ...(to !== '' && { to }),
});

interface ReportBarProps {
  readonly range: MonthRange;
  readonly onRange: (range: MonthRange) => void;
  readonly filters?: ReactNode;
  readonly files: ReactNode;
}

export function ReportBar({ range, onRange, filters, files }: ReportBarProps) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          flex: '1 1 376px',
          maxWidth: 440,
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
        }}
      >
        <MonthField
          label={t('reports_from')}
          value={range.from}
          onChange={(from) => onRange({ ...range, from })}
        />
        <MonthField label={t('reports_to')} value={range.to} onChange={(to) => onRange({ ...range, to })} />
      </Box>
      {filters}
      <Box sx={{ marginInlineStart: 'auto' }}>{files}</Box>
    </Box>
  );
}
