// Rating the driver after the trip is paid, with a word if one likes; or skipping it.
import type { BookingView } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { RatingInput } from '../../ui/rating-stars.tsx';
import { useTripAction } from './use-trip-action.ts';

interface RateTripProps {
  readonly booking: BookingView;
  readonly trip: { update: (booking: BookingView) => void; retry: () => void };
}

export function RateTrip({ booking, trip }: RateTripProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const action = useTripAction(trip);
  const [rating, setRating] = useState<number | null>(null);
  const [comment, setComment] = useState('');
  const send = (stars: number | null) => {
    const word = stars === null || comment.trim() === '' ? {} : { comment: comment.trim() };
    void action.run(() =>
      client.rateBooking({ params: { id: booking.id }, body: { rating: stars, ...word } }),
    );
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h5" component="p" sx={{ textAlign: 'center' }}>
        {t('rate_question', { name: booking.driver_name ?? '' })}
      </Typography>
      <RatingInput
        label={t('rate_question', { name: booking.driver_name ?? '' })}
        value={rating}
        onChange={setRating}
      />
      {rating !== null && (
        <TextField
          multiline
          minRows={2}
          label={t('rate_comment')}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      )}
      {action.problem !== null && (
        <Typography role="alert" color="error">
          {errorText(action.problem)}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button onClick={() => send(null)} disabled={action.busy} sx={{ flexShrink: 0 }}>
          {t('rate_skip')}
        </Button>
        <PrimaryAction onClick={() => send(rating)} disabled={rating === null} loading={action.busy}>
          {t('rate_send')}
        </PrimaryAction>
      </Box>
    </Box>
  );
}
