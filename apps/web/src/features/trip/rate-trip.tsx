// Rating of the driver after the paid trip, with an optional comment; it can be skipped.
import type { BookingView } from '@kerb/contract';
import { useTranslation } from 'react-i18next';
import { client } from '../../lib/store.ts';
import { RatingForm } from '../../ui/rating-form.tsx';
import { useTripAction } from './use-trip-action.ts';

interface RateTripProps {
  readonly booking: BookingView;
  readonly trip: { update: (booking: BookingView) => void; retry: () => void };
}

export function RateTrip({ booking, trip }: RateTripProps) {
  const { t } = useTranslation();
  const action = useTripAction(trip);
  return (
    <RatingForm
      question={t('rate_question', { name: booking.driver_name ?? '' })}
      commentLabel={t('rate_comment')}
      sendLabel={t('rate_send')}
      skipLabel={t('rate_skip')}
      busy={action.busy}
      problem={action.problem}
      onSend={(given) =>
        void action.run(() => client.rateBooking({ params: { id: booking.id }, body: given }))
      }
    />
  );
}
