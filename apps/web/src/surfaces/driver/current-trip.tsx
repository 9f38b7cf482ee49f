// Link from the driver's tasks to their current trip.
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { paths } from '../../lib/paths.ts';
import { useTripQueue } from '../../lib/trip-queue/use-trip-queue.ts';
import { firstNameOf } from '../../ui/first-name.ts';
import { Link } from '../../ui/link.tsx';
import { useOwnTrip } from './use-own-trip.ts';

export function CurrentTrip() {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  const { known } = useTripQueue();
  const listed = useOwnTrip();
  // A phone that started without a network has no list of bookings, but the stored trip.
  const trip = listed ?? known;
  if (!trip) return null;
  const beforeStart = trip.status === 'ACCEPTED' || trip.status === 'ARRIVED';
  return (
    <Box
      component={Link}
      to={paths.driverTrip(trip.id)}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        p: 2,
        borderRadius: '18px',
        bgcolor: 'secondary.main',
        color: 'secondary.contrastText',
        textDecoration: 'none',
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h4" component="h2">
          {t('current_trip', { name: firstNameOf(trip.customer_name) })}
        </Typography>
        <Typography noWrap>{beforeStart ? trip.pickupAddress : trip.dropAddress}</Typography>
      </Box>
      <ChevronRightOutlined
        aria-hidden="true"
        sx={{ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' }}
      />
    </Box>
  );
}
