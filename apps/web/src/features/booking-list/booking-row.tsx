// One booking as a row of a list: time, addresses, the other party, amount and status.

import type { BookingSummary } from '@kerb/contract';
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { amountOf } from '../../lib/booking-amount.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useCarName } from '../../lib/use-car-types.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { Stations } from '../../ui/stations.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';

interface BookingRowProps {
  readonly booking: BookingSummary;
  readonly to: string;
  /** Name of the trip's other party; null before a driver has accepted. */
  readonly with: string | null;
}

export function BookingRow({ booking, to, with: person }: BookingRowProps) {
  const { t } = useTranslation();
  const carName = useCarName();
  const { dateTime } = useFormat();
  const { direction } = useLanguage();
  return (
    <Box
      component={Link}
      to={to}
      aria-label={t('open_booking', { reference: booking.reference })}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr auto', md: '190px minmax(0, 1fr) 170px 130px 24px' },
        columnGap: 3,
        rowGap: 1.25,
        alignItems: 'center',
        px: { xs: 2, md: 2.5 },
        py: 2,
        color: 'inherit',
        textDecoration: 'none',
        '&:hover': { bgcolor: 'background.subtle' },
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 620 }}>{dateTime(booking.tripdate)}</Typography>
        <Typography variant="caption" color="text.secondary" className="tabular">
          {t('reference_and_car', { reference: booking.reference, car: carName(booking) })}
        </Typography>
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' }, gridRow: { xs: 2, md: 'auto' }, minWidth: 0 }}>
        <Stations
          compact
          stations={[
            { kind: 'pickup', address: booking.pickupAddress },
            { kind: 'drop', address: booking.dropAddress },
          ]}
        />
      </Box>
      <Typography variant="body2" color="text.secondary" noWrap sx={{ gridRow: { xs: 3, md: 'auto' } }}>
        {person ?? t('nobody_yet')}
        {booking.vehicle_number && (
          <Box component="span" className="tabular" sx={{ display: 'block', fontSize: '0.8125rem' }}>
            {booking.vehicle_number}
          </Box>
        )}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 0.75,
          justifyItems: 'end',
          gridColumn: { xs: 2, md: 'auto' },
          gridRow: { xs: 1, md: 'auto' },
        }}
      >
        <Money amount={amountOf(booking)} strong />
        <StatusChip booking={booking} />
      </Box>
      <ChevronRightOutlined
        aria-hidden="true"
        sx={{
          display: { xs: 'none', md: 'block' },
          color: 'text.secondary',
          transform: direction === 'rtl' ? 'scaleX(-1)' : 'none',
        }}
      />
    </Box>
  );
}
