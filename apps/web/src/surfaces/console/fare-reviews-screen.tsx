// /farereviews: fares far above their quotes, each with a map of the quoted and the driven line, to approve or waive.

import type { BookingView, FareReviewRow } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useOpenReviews } from '../../features/fare-review/open-reviews.tsx';
import { ReviewList } from '../../features/fare-review/review-list.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { useQueryString } from '../../ui/data-table/use-query-string.ts';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { FareReviewDialog } from './fare-review-dialog.tsx';

/** Stores the booking of the open review in the query string, so that it can be linked and Back restores it. */
function useReviewInAddress() {
  const { params, change } = useQueryString();
  const { state } = useLocation();
  const show = useCallback(
    // With the state of the entry, which has the page of the list.
    (booking: string | null) => change({ booking: booking ?? '' }, state),
    [change, state],
  );
  return { booking: params.get('booking'), show };
}

export function FareReviewsScreen() {
  const { t } = useTranslation();
  const open = useOpenReviews();
  const { booking, show } = useReviewInAddress();
  const [decided, setDecided] = useState<BookingView | null>(null);
  const doneText = useDoneText();
  return (
    <ConsoleShell title={t('nav_farereviews')}>
      <ReviewList open={open} onLook={useCallback((row: FareReviewRow) => show(row.booking), [show])} />
      {booking !== null && (
        <FareReviewDialog
          key={booking}
          id={booking}
          onDecided={(next) => {
            setDecided(next);
            show(null);
          }}
          onClose={() => show(null)}
        />
      )}
      <DoneNotice text={decided && doneText(decided)} onClose={() => setDecided(null)} />
    </ConsoleShell>
  );
}

function useDoneText(): (decided: BookingView) => string {
  const { t } = useTranslation();
  const { money } = useFormat();
  return ({ fareReview, customer_name }) => {
    const rider = isolated(customer_name || t('fare_reviews_unnamed'));
    return fareReview?.status === 'approved'
      ? t('fare_reviews_approved_done', { amount: money(fareReview.extra), rider })
      : t('fare_reviews_waived_done', { rider });
  };
}
