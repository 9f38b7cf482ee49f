// One day of a driver: the planned hours, and what was worked.
import type { RosterDriver } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-settings.ts';

export type RosterDay = RosterDriver['days'][number];

/** Null until the week is read. */
export function DayCell({ day }: { day: RosterDay | null }) {
  const { t } = useTranslation();
  const { time, duration } = useFormat();
  if (day === null) return null;
  const { planned, changed, worked_secs: worked } = day;
  return (
    <Box sx={{ display: 'grid', gap: 0.25 }}>
      {planned.length === 0 && (
        <Typography variant="body2" color="text.secondary">
          {t('shifts_none')}
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
