// Held payments, with why each one is held: check again with the provider, refund, or capture them.
import type { PaymentRecordView } from '@kerb/contract';
import { providerTitles } from '@kerb/domain/payment';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useMoment } from '../../lib/use-moment.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { pagedEntries, pageLength } from '../../ui/paged-entries.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { HeldDialog } from './held-dialog.tsx';

type Payment = PaymentRecordView;
export type Decision = { readonly what: 'refund' | 'accept'; readonly payment: Payment };

interface HeldLineProps {
  readonly payment: Payment;
  /** Id of the payment that is being checked again; null without one. */
  readonly rechecking: string | null;
  readonly onRecheck: (payment: Payment) => void;
  readonly onDecide: (decision: Decision) => void;
}

/**
 * Only a different amount and a second payment can be accepted: no account holds another currency, and a deleted user
 * has no wallet.
 */
function heldReasonOf({
  amount,
  captured,
  currency,
  waiting,
  heldFor,
}: Payment): 'amount' | 'currency' | 'deleted' | 'twice' {
  if (heldFor === 'twice') return 'twice';
  if (waiting !== null) return 'deleted';
  if (captured === null) return 'amount';
  if (captured.currency !== currency) return 'currency';
  // The requested amount is held only because the payer has no wallet: deleted, or an admin now.
  return Number(captured.value) === amount ? 'deleted' : 'amount';
}

/** Who paid, how much and when, and why the payment is held. */
function HeldDetails({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { money } = useFormat();
  const { captured, currency, amount, waiting } = payment;
  return (
    <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
      <Typography component="div" sx={{ fontWeight: 600 }}>
        {payment.name === '' ? (
          t('money_unnamed')
        ) : (
          <Box
            component={Link}
            to={paths.person(payment.uid)}
            sx={{ color: 'inherit', textUnderlineOffset: 3 }}
          >
            <bdi>{payment.name}</bdi>
          </Box>
        )}
        {' · '}
        <bdi>{providerTitles[payment.provider]}</bdi>
      </Typography>
      <Typography component="div" variant="body2" color="text.secondary">
        {t('held_asked', { amount: money(amount) })}
        {captured && (
          <>
            {' · '}
            {t('held_captured', {
              amount:
                captured.currency === currency
                  ? money(Number(captured.value))
                  : `\u2066${captured.value} ${captured.currency}\u2069`,
            })}
          </>
        )}
        {waiting !== null && <> · {t('held_waiting', { amount: money(waiting) })}</>}
        {' · '}
        {moment(payment.createdAt)}
      </Typography>
      <Typography component="div" variant="body2">
        {t(`held_why_${heldReasonOf(payment)}`)}
        {payment.booking !== null && (
          <>
            {' '}
            <Link to={paths.booking(payment.booking)}>{t('tx_open_trip')}</Link>
          </>
        )}
      </Typography>
    </Box>
  );
}

function HeldLine({ payment, rechecking, onRecheck, onDecide }: HeldLineProps) {
  const { t } = useTranslation();
  const isBusy = rechecking === payment.id;
  const why = heldReasonOf(payment);
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center', px: 2, py: 1.75 }}>
      <HeldDetails payment={payment} />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <LoadingButton
          size="small"
          loading={isBusy}
          disabled={rechecking !== null}
          onClick={() => onRecheck(payment)}
        >
          {t('held_recheck')}
        </LoadingButton>
        {why !== 'twice' && (
          <Button
            size="small"
            color="error"
            disabled={isBusy}
            onClick={() => onDecide({ what: 'refund', payment })}
          >
            {t('held_refund')}
          </Button>
        )}
        <Button
          size="small"
          variant="contained"
          disabled={isBusy || (why !== 'amount' && why !== 'twice')}
          onClick={() => onDecide({ what: 'accept', payment })}
        >
          {t('held_accept')}
        </Button>
      </Box>
    </Box>
  );
}

export function HeldPayments() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const list = pagedEntries(
    answers.listPaymentsPages.useInfiniteQuery({ query: { status: 'held', limit: pageLength } }),
  );
  const [decision, setDecision] = useState<Decision | null>(null);
  const rechecking = useSubmission();
  const deciding = useSubmission();
  const [recheck] = answers.recheckPayment.useMutation();
  const [refund] = answers.refundPayment.useMutation();
  const [accept] = answers.acceptPayment.useMutation();
  const textOf = (problem: unknown) => (problem === null ? null : errorText(problem));
  const startRecheck = ({ id }: Payment) =>
    void rechecking.run(() => recheck({ params: { id }, body: {} }).unwrap(), id);
  const confirm = async (reason: string) => {
    if (!decision) return;
    const input = { params: { id: decision.payment.id }, body: { reason } };
    // Within the step, so that a second click closes nothing.
    await deciding.run(async () => {
      try {
        await (decision.what === 'refund' ? refund(input) : accept(input)).unwrap();
      } finally {
        setDecision(null);
      }
    });
  };
  if (list.items === null)
    return list.problem === null ? (
      <Loading>
        <Placeholder height={72} />
      </Loading>
    ) : (
      <ErrorState problem={list.problem} onRetry={list.retry} />
    );
  return (
    <>
      {list.items.length === 0 ? (
        <Typography color="text.secondary">{t('held_none')}</Typography>
      ) : (
        <PagedList
          label={t('held_title')}
          list={list}
          keyOf={({ id }) => id}
          render={(payment) => (
            <HeldLine
              payment={payment}
              rechecking={rechecking.busyKey}
              onRecheck={startRecheck}
              onDecide={setDecision}
            />
          )}
        />
      )}
      <HeldDialog
        key={decision?.payment.id}
        decision={decision}
        busy={deciding.busy}
        onConfirm={(reason) => void confirm(reason)}
        onClose={() => setDecision(null)}
      />
      <AlertDialog message={textOf(rechecking.problem)} onClose={rechecking.clearProblem} />
      <AlertDialog message={textOf(deciding.problem)} onClose={deciding.clearProblem} />
    </>
  );
}
