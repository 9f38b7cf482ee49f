// Rating of the rider after the trip; asked once, then shown.
import type { BookingView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { firstNameOf } from '../../ui/first-name.ts';
import { type GivenRating, RatingForm } from '../../ui/rating-form.tsx';
import { RatingText } from '../../ui/rating-stars.tsx';

interface RateRiderProps {
  readonly booking: BookingView;
  /** Called with the rated booking. */
  readonly onRated: (booking: BookingView) => void;
}

export function RateRider({ booking, onRated }: RateRiderProps) {
  const { t } = useTranslation();
  const { busy, problem, run } = useSubmission();
  const name = firstNameOf(booking.customer_name);
  if (booking.rider_rating !== null)
    return (
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
        <Typography color="text.secondary">{t('rate_rider_given', { name })}</Typography>
        <RatingText value={String(booking.rider_rating)} />
      </Box>
    );
  if (!booking.actions.includes('rate_rider')) return null;

  const send = async (rating: GivenRating) => {
    onRated(await client.rateRider({ params: { id: booking.id }, body: rating }));
  };
  return (
    <Box sx={{ p: 2, border: '1px solid', borderColor: 'divider', borderRadius: '18px' }}>
      <RatingForm
        question={t('rate_rider_question', { name })}
        commentLabel={t('rate_rider_comment')}
        sendLabel={t('rate_rider_send')}
        skipLabel={t('rate_rider_skip')}
        busy={busy}
        problem={problem}
        onSend={(rating) => void run(() => send(rating))}
      >
        <Typography variant="body2" color="text.secondary" sx={{ textAlign: 'center' }}>
          {t('rate_rider_private', { name })}
        </Typography>
      </RatingForm>
    </Box>
  );
}
