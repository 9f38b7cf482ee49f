// One day of a driver in the roster: planned and worked hours.
import type { RosterDriver } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';

export type RosterDay = RosterDriver['days'][number];

interface DayCellProps {
  /** Null while loading. */
  readonly day: RosterDay | null;
  /** In a grid of many days, a day without a shift is shown as a dash, so that the others stand out. */
  readonly isDense?: boolean;
}

export function DayCell({ day, isDense = false }: DayCellProps) {
  const { t } = useTranslation();
  const { time, duration } = useFormat();
  if (day === null) return null;
  const { planned, changed, worked_secs: worked } = day;
  return (
    <Box sx={{ display: 'grid', gap: 0.25 }}>
      {planned.length === 0 && !(isDense && worked > 0 && !changed) && (
        <Typography variant="body2" color="text.secondary">
          {isDense ? (
            <span role="img" aria-label={t('shifts_none')}>
              –
            </span>
          ) : (
            t('shifts_none')
          )}
        </Typography>
      )}
      {planned.map(({ starts, ends }) => (
        <Typography key={starts} variant="body2" className="tabular" sx={{ fontWeight: 560 }}>
          {`${time(starts)} – ${time(ends)}`}
        </Typography>
      ))}
      {changed && (
        <Typography variant="body2" color="text.secondary">
          {t('shifts_changed')}
        </Typography>
      )}
      {worked > 0 && (
        <Typography variant="body2" color="text.secondary">
          {t('shifts_worked', { time: duration(worked) })}
        </Typography>
      )}
    </Box>
  );
}
