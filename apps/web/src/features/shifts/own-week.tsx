// A driver's own week: planned and worked hours of each day. Hidden when the week has no shifts.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { DayCell } from './day-cell.tsx';

/** `day`: any day of the week (YYYY-MM-DD); null for this week. */
export function OwnWeek({ day }: { day: string | null }) {
  const { t } = useTranslation();
  const { dateLocale } = useLanguage();
  const query = day === null ? {} : { week: day };
  const { answer: own } = shownResponse(answers.getMyShifts.useQuery({ query }));
  if (own === null || own.days.every(({ planned, changed }) => planned.length === 0 && !changed)) return null;
  const format = new Intl.DateTimeFormat(dateLocale, { weekday: 'long', day: 'numeric', timeZone: 'UTC' });
  return (
    <Box component="section">
      <Typography variant="h4" component="h2" sx={{ mb: 1 }}>
        {t('shifts_own')}
      </Typography>
      <Box component="dl" sx={{ m: 0 }}>
        {own.days.map((one) => (
          <Box
            key={one.day}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
              gap: 2,
              py: 1,
              borderTop: '1px solid',
              borderColor: 'divider',
            }}
          >
            <Typography component="dt">{format.format(Date.parse(one.day))}</Typography>
            <Box component="dd" sx={{ m: 0 }}>
              <DayCell day={one} />
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
