// Sheet for a visitor with a shared link: status, arrival time, number plate and driver.

import type { SharedTrip } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useClockOffset } from '../../lib/trip-queue/server-clock.ts';
import { useCarName } from '../../lib/use-car-types.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useNow } from '../../lib/use-now.ts';
import { ArrivalPill } from '../../ui/arrival-pill.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { isUnderway } from './is-underway.ts';
import type { SharedTripRead } from './use-shared-trip.ts';

/** Age of a position in ms from which the car is labelled with the time it was last seen. */
const staleAfterMs = 60_000;

export function SharedTripSheet({ trip, read }: { trip: SharedTrip; read: SharedTripRead }) {
  const { t } = useTranslation();
  const { dateTime, time } = useFormat();
  const underway = isUnderway(trip.status);
  const now = useNow(underway);
  const offset = useClockOffset();
  const { eta, position } = trip;
  // By this device's clock, like `now`.
  const seenAt = position && position.at - offset;
  const left = eta && Math.max(0, Math.round(eta.time_in_secs - (now - read.receivedAt) / 1000));
  const title = t(`shared_title_${trip.status}`);
  const isOffline = read.problem !== null;
  const seenLate = underway && seenAt !== null && now - seenAt > staleAfterMs;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, alignItems: 'start' }}>
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="h3" component="h1">
            {title}
          </Typography>
          <Typography color="text.secondary">
            <Below trip={trip} arrivesAt={left === null ? null : now + left * 1000} />
          </Typography>
        </Box>
        {left !== null && <ArrivalPill seconds={left} below={time(now + left * 1000)} />}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {title}
      </Box>
      {isOffline && <Alert severity="warning">{t('shared_offline', { time: time(read.receivedAt) })}</Alert>}
      {!isOffline && seenLate && (
        <Typography variant="body2" sx={{ color: 'warning.main' }}>
          {t('shared_last_seen', { time: time(seenAt) })}
        </Typography>
      )}
      <CarCard trip={trip} />
      <Typography variant="body2" color="text.secondary">
        {t('shared_note', { time: dateTime(trip.expiresAt) })}
      </Typography>
    </Box>
  );
}

function Below({ trip, arrivesAt }: { trip: SharedTrip; arrivesAt: number | null }) {
  const { t } = useTranslation();
  const { dateTime, time } = useFormat();
  if (trip.endedAt !== null) return <>{t('shared_ended_at', { time: time(trip.endedAt) })}</>;
  if (arrivesAt !== null && trip.eta !== null)
    return <>{t(`shared_arrives_${trip.eta.to}`, { time: time(arrivesAt) })}</>;
  if (trip.status === 'NEW')
    return (
      <>{trip.bookLater ? t('shared_begins', { time: dateTime(trip.tripdate) }) : t('shared_looking')}</>
    );
  return <>{isUnderway(trip.status) && trip.position === null ? t('shared_no_position') : ''}</>;
}

function CarCard({ trip }: { trip: SharedTrip }) {
  const { t } = useTranslation();
  const carName = useCarName();
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        bgcolor: 'background.subtle',
        borderRadius: '16px',
        p: 2,
      }}
    >
      <Box
        component="img"
        src={trip.carImage}
        alt=""
        sx={{ width: 72, height: 48, objectFit: 'contain', flexShrink: 0 }}
      />
      <Box sx={{ display: 'grid', gap: 0.75, minWidth: 0, justifyItems: 'start' }}>
        {trip.vehicle_number && (
          <Box
            component="bdi"
            dir="ltr"
            className="tabular"
            aria-label={t('shared_plate', { plate: trip.vehicle_number })}
            sx={{
              border: '2px solid',
              borderRadius: '10px',
              px: 1.5,
              py: 0.25,
              fontSize: '1.75rem',
              fontWeight: 740,
              letterSpacing: '0.06em',
              lineHeight: 1.3,
              overflowWrap: 'anywhere',
            }}
          >
            {trip.vehicle_number}
          </Box>
        )}
        <Typography color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {trip.vehicle_description || carName(trip)}
        </Typography>
        {trip.driver_name && (
          <Typography sx={{ fontWeight: 620, overflowWrap: 'anywhere' }}>
            {t('shared_driver', { name: trip.driver_name })}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
