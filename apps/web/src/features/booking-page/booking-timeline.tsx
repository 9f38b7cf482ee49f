// Timeline of a booking: each step with its time and place, and the duration between steps.

import type { BookingView } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useReasonText } from '../../lib/use-reason-text.ts';
import type { TimelinePlace, TimelineStep } from './timeline.ts';

interface BookingTimelineProps {
  readonly booking: Pick<BookingView, 'reason' | 'cancelledBy'>;
  readonly steps: readonly TimelineStep[];
  /** Called to show a place on the map. */
  readonly onPlace: (place: LatLng) => void;
}

const rail = {
  position: 'relative',
  paddingInlineStart: 3,
  '&::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: 0,
    top: '7px',
    width: 10,
    height: 10,
    borderRadius: '50%',
    bgcolor: 'text.primary',
  },
  '&:not(:last-of-type)::after': {
    content: '""',
    position: 'absolute',
    insetInlineStart: '4px',
    top: '21px',
    bottom: '-5px',
    width: '2px',
    bgcolor: 'divider',
  },
} as const;
const planned = {
  '&::before': {
    content: '""',
    position: 'absolute',
    insetInlineStart: 0,
    top: '7px',
    width: 10,
    height: 10,
    borderRadius: '50%',
    border: '2px solid',
    borderColor: 'text.secondary',
  },
} as const;

export function BookingTimeline({ booking, steps, onPlace }: BookingTimelineProps) {
  const { t } = useTranslation();
  const { dateTime, duration, distance } = useFormat();
  const reason = useReasonText(booking.reason);
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
      {steps.map((step) => (
        <Box component="li" key={step.kind} sx={step.kind === 'planned' ? { ...rail, ...planned } : rail}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
            <Typography sx={{ fontWeight: 600 }}>{t(`bp_step_${step.kind}`)}</Typography>
            <Typography variant="body2" color="text.secondary" className="tabular" component="time">
              {dateTime(step.at)}
            </Typography>
          </Box>
          {step.kind === 'cancelled' && (
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {t(`bp_cancelled_by_${booking.cancelledBy ?? 'system'}`)}
              {reason !== '' && (
                <>
                  {': '}
                  <bdi>{reason}</bdi>
                </>
              )}
            </Typography>
          )}
          {step.place && <Place place={step.place} onPlace={onPlace} />}
          {step.place?.offPickupKm != null && (
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {t('bp_off_pickup', { distance: distance(step.place.offPickupKm) })}
            </Typography>
          )}
          {step.lasted !== null && step.lasted >= 30 && (
            <Typography variant="body2" color="text.secondary">
              {t(`bp_after_${step.kind}`, { time: duration(step.lasted) })}
            </Typography>
          )}
        </Box>
      ))}
    </Box>
  );
}

function Place({ place, onPlace }: { place: TimelinePlace; onPlace: (place: LatLng) => void }) {
  const { t } = useTranslation();
  const text = place.address ?? t('bp_on_map');
  return (
    <Link
      component="button"
      type="button"
      variant="body2"
      color="text.primary"
      aria-label={t('bp_show_place', { place: text })}
      onClick={() => onPlace({ lat: place.lat, lng: place.lng })}
      sx={{ textAlign: 'start', overflowWrap: 'anywhere', minHeight: 24 }}
    >
      <bdi>{text}</bdi>
    </Link>
  );
}
