// One ride of the rider as a card: the route on a small map, time, addresses, driver and amount.

import type { BookingSummary } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOf } from '../../lib/booking-amount.ts';
import { paths } from '../../lib/paths.ts';
import { useCarName } from '../../lib/use-car-types.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { useShownScheme } from '../../ui/preferences.tsx';
import { Stations } from '../../ui/stations.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';

interface RideCardProps {
  readonly booking: BookingSummary;
  /** Action buttons and a menu for this ride. */
  readonly actions: ReactNode;
}

export function RideCard({ booking, actions }: RideCardProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  return (
    <Box
      component="article"
      sx={{
        display: 'grid',
        gridTemplateRows: '1fr auto',
        height: '100%',
        overflow: 'hidden',
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '20px',
        bgcolor: 'background.paper',
      }}
    >
      <Box
        component={Link}
        to={paths.trip(booking.id)}
        aria-label={t('open_booking', { reference: booking.reference })}
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          alignContent: 'start',
          color: 'inherit',
          textDecoration: 'none',
          '&:hover h3': { textDecoration: 'underline' },
          '&:focus-visible': {
            outline: '2px solid',
            outlineColor: 'primary.main',
            outlineOffset: -2,
            borderRadius: '20px 20px 0 0',
          },
        }}
      >
        <TripPicture booking={booking.id} />
        <Box sx={{ display: 'grid', gap: 1.25, gridTemplateColumns: 'minmax(0, 1fr)', p: 2, pb: 1.5 }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <Typography variant="body1" component="h3" sx={{ fontWeight: 640 }}>
              {dateTime(booking.tripdate)}
            </Typography>
            <Money amount={amountOf(booking)} strong />
          </Box>
          <Stations
            compact
            stations={[
              { kind: 'pickup', address: booking.pickupAddress },
              { kind: 'drop', address: booking.dropAddress },
            ]}
          />
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1.5 }}>
            <WithWhom booking={booking} />
            <StatusChip booking={booking} />
          </Box>
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, pb: 1.5, minHeight: 56 }}>
        {actions}
      </Box>
    </Box>
  );
}

function WithWhom({ booking }: { booking: BookingSummary }) {
  const { t } = useTranslation();
  const carName = useCarName();
  const car = [
    carName(booking),
    booking.driver_name,
    booking.vehicle_number?.replaceAll(' ', '\u00A0'),
  ].filter((part): part is string => Boolean(part));
  return (
    <Typography variant="body2" color="text.secondary" className="tabular" sx={{ minWidth: 0 }}>
      {t('reference_and_car', { reference: booking.reference, car: car.map(isolated).join(' · ') })}
    </Typography>
  );
}

/** A static map image from the server, so that a list of rides does not load an interactive map for each. */
function TripPicture({ booking }: { booking: string }) {
  const { t } = useTranslation();
  const theme = useShownScheme();
  return (
    <Box
      sx={{ position: 'relative', lineHeight: 0, aspectRatio: '1000 / 340', bgcolor: 'background.subtle' }}
    >
      <Box
        component="img"
        src={`/api/v1/bookings/${booking}/map.svg?theme=${theme}`}
        alt=""
        loading="lazy"
        width={1000}
        height={340}
        sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
      />
      <Typography
        variant="caption"
        sx={{
          position: 'absolute',
          insetInlineEnd: 0,
          bottom: 0,
          px: 0.75,
          fontSize: '0.625rem',
          lineHeight: 1.6,
          color: 'text.secondary',
          bgcolor: 'background.paper',
          opacity: 0.86,
          borderStartStartRadius: '6px',
        }}
      >
        {t('map_data_notice')}
      </Typography>
    </Box>
  );
}
