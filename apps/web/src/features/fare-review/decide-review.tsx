// Approves or waives the rest of a fare: shows the consequence, requires a note, and reports when another admin decided
// first.

import type { BookingView, FareReviewView } from '@kerb/contract';
import { earningStatuses } from '@kerb/domain/booking';
import { isolated } from '@kerb/texts';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';

type Decision = 'approve' | 'waive';

export interface DecideReviewProps {
  readonly booking: BookingView;
  /** Called with the booking after the decision. */
  readonly onDecided?: (booking: BookingView) => void;
}

/** Renders two buttons while the review is open. */
export function DecideReview({ booking, onDecided }: DecideReviewProps) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Decision | null>(null);
  // When another admin has decided first, the dialog stays open to report it, although the buttons are hidden by then.
  const isOpen = booking.fareReview?.status === 'open';
  const review = useLastShown(booking.fareReview);
  return (
    <>
      {isOpen && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="contained" onClick={() => setAsked('approve')}>
            {t('fare_reviews_approve')}
          </Button>
          <Button variant="outlined" color="inherit" onClick={() => setAsked('waive')}>
            {t('fare_reviews_waive')}
          </Button>
        </Box>
      )}
      {review && (
        <DecisionDialog
          asked={asked}
          booking={booking}
          review={review}
          onDecided={onDecided}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

interface DecisionDialogProps extends DecideReviewProps {
  /** Null closes the dialog. */
  readonly asked: Decision | null;
  readonly review: FareReviewView;
  readonly onClose: () => void;
}

function useDecision({ asked, booking, onDecided, onClose }: DecisionDialogProps) {
  const [note, setNote] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [decideReview, { isLoading: busy, error: problem = null, reset }] =
    answers.decideFareReview.useMutation();
  const isDecided = codeOf(problem) === 'already_processed';

  const send = async (decision: Decision, text: string) => {
    const { data } = await decideReview({ params: { id: booking.id }, body: { decision, note: text } });
    if (!data) return;
    onDecided?.(data);
    onClose();
  };
  return {
    note,
    isMissing: isMissing && note.trim() === '',
    busy,
    problem,
    isDecided,
    write: setNote,
    decide: () => {
      const text = note.trim();
      setMissing(text === '');
      if (asked !== null && text !== '') void send(asked, text);
    },
    close: () => {
      reset();
      setMissing(false);
      onClose();
    },
  };
}

function DecisionDialog(props: DecisionDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { money } = useFormat();
  const { note, isMissing, busy, problem, isDecided, write, decide, close } = useDecision(props);
  const what = useLastShown(props.asked) ?? 'waive';
  const { review } = props;
  return (
    <ConfirmDialog
      open={props.asked !== null}
      busy={busy}
      disabled={isDecided}
      title={t(`fare_reviews_${what}_title`)}
      confirmText={
        what === 'approve'
          ? t('fare_reviews_approve_confirm', { amount: money(review.extra) })
          : t('fare_reviews_waive')
      }
      onConfirm={decide}
      onClose={close}
    >
      <Consequence what={what} booking={props.booking} review={review} />
      <TextField
        label={t('fare_reviews_note')}
        value={note}
        onChange={(event) => write(event.target.value)}
        error={isMissing}
        helperText={isMissing ? t('fare_reviews_note_missing') : t('fare_reviews_note_help')}
        multiline
        minRows={2}
        fullWidth
        autoFocus
        slotProps={{ htmlInput: { maxLength: 300, 'aria-required': true, dir: 'auto' } }}
      />
      {problem !== null && (
        <Alert severity={isDecided ? 'info' : 'error'} sx={{ mt: 2 }}>
          {isDecided ? t('fare_reviews_already') : errorText(problem)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}

interface ConsequenceProps {
  readonly what: Decision;
  readonly booking: BookingView;
  readonly review: FareReviewView;
}

/** The consequence of the decision, with amounts and names. */
function Consequence({ what, booking, review }: ConsequenceProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const isPaid = earningStatuses.some((status) => status === booking.status);
  const people = {
    rider: isolated(booking.customer_name || t('fare_reviews_unnamed')),
    driver: isolated(booking.driver_name || t('fare_reviews_unnamed')),
  };
  if (what === 'waive')
    return (
      <Typography sx={{ mb: 2 }}>
        {t('fare_reviews_waive_text', { ...people, amount: money(review.collected) })}
      </Typography>
    );
  return (
    <>
      <Typography sx={{ mb: 1 }}>
        {t('fare_reviews_approve_text', {
          ...people,
          amount: money(review.extra),
          share: money(review.extraShare),
        })}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {isPaid ? t('fare_reviews_wallet_negative') : t('fare_reviews_unpaid')}
      </Typography>
    </>
  );
}
