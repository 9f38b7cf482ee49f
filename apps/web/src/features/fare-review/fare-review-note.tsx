// Note on a fare above its quote: quoted, collected and metered amounts, the reason, and the decision on the rest.
import type { BookingView, FareReviewView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Money } from '../../ui/money.tsx';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';
import { longerThanQuoted } from './longer-than-quoted.ts';

interface FareReviewNoteProps {
  readonly booking: BookingView;
  /** Fleet admins see amounts and status, but not the outcome, which concerns those who pay, earn or decide. */
  readonly viewer: 'rider' | 'driver' | 'admin' | 'fleetadmin';
  /** Buttons shown below the note. */
  readonly actions?: ReactNode;
}

const tones: Record<FareReviewView['status'], Tone> = { open: 'due', approved: 'done', waived: 'stopped' };

export function FareReviewChip({ status }: Pick<FareReviewView, 'status'>) {
  const { t } = useTranslation();
  return <ToneChip tone={tones[status]}>{t(`fare_review_status_${status}`)}</ToneChip>;
}

/** Renders nothing for a trip whose fare needs no decision. */
export function FareReviewNote({ booking, viewer, actions }: FareReviewNoteProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const review = booking.fareReview;
  if (!review) return null;
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'minmax(0, 1fr)',
        p: 2,
        borderRadius: '16px',
        border: '1px solid',
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        <Typography id={titleId} variant="h5" component="h2">
          {t('fare_review_title')}
        </Typography>
        <FareReviewChip status={review.status} />
      </Box>
      <WhyLonger booking={booking} />
      <Amounts review={review} />
      {viewer !== 'fleetadmin' && <Outcome review={review} viewer={viewer} />}
      {review.note !== '' && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t('fare_review_note')}
          </Box>
          <br />
          <bdi>{review.note}</bdi>
        </Typography>
      )}
      {actions}
    </Box>
  );
}

function WhyLonger({ booking }: { booking: BookingView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { reason, distance, seconds } = longerThanQuoted(booking);
  return (
    <Typography>
      {t(`fare_review_why_${reason}`, {
        distance: format.distance(distance, booking.distanceUnit),
        time: format.duration(seconds),
      })}
    </Typography>
  );
}

interface OutcomeProps {
  readonly review: FareReviewView;
  readonly viewer: Exclude<FareReviewNoteProps['viewer'], 'fleetadmin'>;
}

function Outcome({ review, viewer }: OutcomeProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (
    <Typography variant="body2">
      {t(`fare_review_${viewer}_${review.status}`, { amount: money(review.extra) })}
    </Typography>
  );
}

function Amounts({ review }: { review: FareReviewView }) {
  const { t } = useTranslation();
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75 }}>
      {(['quoted', 'collected', 'metered'] as const).map((amount) => (
        <Box key={amount} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {t(`fare_review_${amount}`)}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0 }}>
            <Money amount={review[amount]} strong={amount === 'collected'} />
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
