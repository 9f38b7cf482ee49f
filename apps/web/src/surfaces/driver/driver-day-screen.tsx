// /driver/day: a driver's earnings of one day; ?date=YYYY-MM-DD selects a day before today.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DriverDayView } from '../../features/driver-day/driver-day.tsx';
import { OwnWeek } from '../../features/shifts/own-week.tsx';
import { paths } from '../../lib/paths.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { Link } from '../../ui/link.tsx';

export function DriverDayScreen() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  return (
    <ConsoleShell title={t('day_title')}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, maxWidth: 720 }}>
        <Button
          component={Link}
          to={paths.driverTrips}
          variant="outlined"
          size="large"
          sx={{ justifySelf: 'start' }}
        >
          {t('day_back')}
        </Button>
        <DriverDayView
          date={query.get('date')}
          onDate={(date) => setQuery(date === null ? {} : { date }, { replace: true })}
        />
        <OwnWeek day={query.get('date')} />
      </Box>
    </ConsoleShell>
  );
}
