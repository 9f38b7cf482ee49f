// Card of the driver whose car is selected: name, plate, car type, state, and their booking.

import type { BoardRow } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import { SILENT_AFTER_MS } from '@kerb/domain/dispatch';
import { isolated } from '@kerb/texts';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';
import { useCarName } from '../../lib/use-car-types.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Link } from '../../ui/link.tsx';
import { overMap } from '../../ui/over-map.ts';
import { useStatusText } from '../../ui/status-text.ts';
import { DriverState } from './driver-state.tsx';
import { stateOf } from './fleet-filter.ts';
import type { LiveDriver } from './live-drivers.ts';

interface DriverCardProps {
  readonly driver: LiveDriver;
  /** The trip that is queued after the current one. */
  readonly next: BoardRow | null;
  readonly onClose: () => void;
}

export function DriverCard({ driver, next, onClose }: DriverCardProps) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const carName = useCarName();
  const isStale = useNow(true, 10_000) + useClockOffset() - driver.at > SILENT_AFTER_MS;
  const car = [driver.vehicle_number, carName({ carType: driver.carType })].filter((text) => text !== '');
  return (
    <Box role="status" sx={cardStyles}>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>
          <Box component={Link} to={paths.person(driver.driver)} sx={linkStyles}>
            {driver.name || t('live_map_unnamed')}
          </Box>
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {car.join(' · ')}
        </Typography>
        <Typography
          component="div"
          variant="body2"
          color="text.secondary"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}
        >
          <DriverState state={stateOf(driver)} />
          <Box component="span" sx={{ color: isStale ? 'error.main' : undefined }}>
            {t('live_map_seen', { time: time(driver.at) })}
          </Box>
        </Typography>
        {driver.booking && <CurrentBooking booking={driver.booking} />}
        {next && <NextBooking row={next} />}
      </Box>
      <IconButton aria-label={t('close')} onClick={onClose} sx={{ flexShrink: 0 }}>
        <CloseOutlined fontSize="small" />
      </IconButton>
    </Box>
  );
}

function NextBooking({ row }: { row: BoardRow }) {
  const { t } = useTranslation();
  return (
    <Typography variant="body2" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      <Box component={Link} to={paths.booking(row.id)} sx={linkStyles}>
        {t('board_next_trip', { reference: row.reference, place: isolated(row.drop.add) })}
      </Box>
    </Typography>
  );
}

const statuses = ['ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'] as const satisfies BookingStatus[];

function CurrentBooking({ booking }: { booking: NonNullable<LiveDriver['booking']> }) {
  const { t } = useTranslation();
  const statusText = useStatusText();
  const status = statuses.find((known) => known === booking.status);
  return (
    <Box sx={{ mt: 1, pt: 1, borderTop: '1px solid', borderColor: 'divider' }}>
      <Typography variant="body2" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
        <Box component={Link} to={paths.booking(booking.id)} sx={{ ...linkStyles, fontWeight: 600 }}>
          {t('live_map_booking', { reference: booking.reference })}
        </Box>
        {status && <span>{statusText(status)}</span>}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {t('live_map_to', { place: isolated(booking.dropAddress) })}
      </Typography>
    </Box>
  );
}

const linkStyles = { display: 'inline-block', minHeight: 24, color: 'inherit', textUnderlineOffset: '3px' };

const cardStyles = {
  position: 'absolute',
  zIndex: 2,
  top: 68,
  insetInlineStart: 12,
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1,
  maxWidth: 'min(320px, calc(100% - 24px))',
  py: 1.25,
  paddingInlineStart: 2,
  paddingInlineEnd: 0.5,
  borderRadius: '14px',
  ...overMap,
} as const;
