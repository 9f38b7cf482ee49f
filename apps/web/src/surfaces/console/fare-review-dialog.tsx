// Dialog of one fare review: quoted and driven line on one map, amounts, timeline, and the decision.

import type { BookingView } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import { isolated } from '@kerb/texts';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BookingTimeline } from '../../features/booking-page/booking-timeline.tsx';
import { timelineOf } from '../../features/booking-page/timeline.ts';
import { type BookingPageState, useBookingPage } from '../../features/booking-page/use-booking-page.ts';
import { DecideReview } from '../../features/fare-review/decide-review.tsx';
import { FareReviewNote } from '../../features/fare-review/fare-review-note.tsx';
import { MeterNote } from '../../features/fare-review/meter-note.tsx';
import { paths } from '../../lib/paths.ts';
import { KerbMap } from '../../map/kerb-map.tsx';
import { LineLegend } from '../../map/line-legend.tsx';
import { Link } from '../../ui/link.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Stations } from '../../ui/stations.tsx';

interface FareReviewDialogProps {
  /** The booking's id. */
  readonly id: string;
  readonly onDecided: (booking: BookingView) => void;
  readonly onClose: () => void;
}

/** The dialog is open while it is mounted. */
export function FareReviewDialog({ id, onDecided, onClose }: FareReviewDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const state = useBookingPage(id);
  const isSmall = useMediaQuery((theme: { breakpoints: { down: (key: 'md') => string } }) =>
    theme.breakpoints.down('md'),
  );
  const { booking, problem, reload } = state;
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      fullScreen={isSmall}
      fullWidth
      maxWidth="lg"
      slotProps={{ paper: { sx: isSmall ? { borderRadius: 0 } : {} } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, paddingInlineEnd: 1.5 }}>
        <DialogTitle id={titleId} variant="h4" sx={{ flex: 1, minWidth: 0 }}>
          {booking ? t('fare_reviews_title', { reference: booking.reference }) : t('nav_farereviews')}
        </DialogTitle>
        <IconButton aria-label={t('close')} onClick={onClose}>
          <CloseOutlined />
        </IconButton>
      </Box>
      <DialogContent dividers>
        {booking ? (
          <Review booking={booking} state={state} onDecided={onDecided} />
        ) : problem === null ? (
          <ReviewSkeleton />
        ) : (
          <ErrorState problem={problem} onRetry={reload} />
        )}
      </DialogContent>
    </Dialog>
  );
}

const columns = {
  display: 'grid',
  gap: 2.5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
} as const;

interface ReviewProps extends Pick<FareReviewDialogProps, 'onDecided'> {
  readonly booking: BookingView;
  readonly state: BookingPageState;
}

function Review({ booking, state, onDecided }: ReviewProps) {
  const { t } = useTranslation();
  const [focus, setFocus] = useState<LatLng | null>(null);
  const entries = state.track?.entries;
  const steps = useMemo(() => timelineOf(booking, entries ?? []), [booking, entries]);
  return (
    <Box sx={columns}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <Box
          sx={{
            position: 'relative',
            height: { xs: 260, md: 440 },
            overflow: 'hidden',
            borderRadius: '16px',
            bgcolor: 'background.subtle',
          }}
        >
          <KerbMap
            pickup={booking.pickup}
            drop={booking.drop}
            waypoints={booking.waypoints}
            route={booking.polyline}
            trail={state.track?.trail ?? null}
            driven={booking.drivenLine}
            focus={focus}
            description={t('fare_reviews_map', {
              pickup: isolated(booking.pickupAddress),
              drop: isolated(booking.dropAddress),
            })}
          />
        </Box>
        <LineLegend route={booking.polyline} driven={booking.drivenLine} />
        <MeterNote booking={booking} />
      </Box>
      <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <FareReviewNote
          booking={booking}
          viewer="admin"
          actions={<DecideReview booking={booking} onDecided={onDecided} />}
        />
        <Stations
          stations={[
            { kind: 'pickup', address: booking.pickupAddress },
            ...booking.waypoints.map(({ add }) => ({ kind: 'stop' as const, address: add })),
            { kind: 'drop', address: booking.dropAddress },
          ]}
        />
        <Box component="section" aria-label={t('bp_timeline')} sx={{ display: 'grid', gap: 1.5 }}>
          <Typography variant="h5" component="h3">
            {t('bp_timeline')}
          </Typography>
          <BookingTimeline booking={booking} steps={steps} onPlace={setFocus} />
        </Box>
        <Box>
          <Button component={Link} to={paths.booking(booking.id)} variant="outlined" color="inherit">
            {t('fare_reviews_open_booking')}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}

function ReviewSkeleton() {
  return (
    <Loading>
      <Box sx={columns}>
        <Placeholder height={440} />
        <Placeholder height={440} />
      </Box>
    </Loading>
  );
}
