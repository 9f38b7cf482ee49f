// Payments whose amount or currency differs from the request: check again with the provider, refund, or capture them.
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
import { useMoment } from '../../lib/use-moment.ts';
import { useFormat } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { pagedEntries, pageLength } from '../../ui/paged-entries.ts';
import { PagedList } from '../../ui/paged-list.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { HeldDialog } from './held-dialog.tsx';

type Payment = PaymentRecordView;
export type Decision = { readonly what: 'refund' | 'accept'; readonly payment: Payment };

interface HeldActions {
  readonly busy: string | null;
  readonly onRecheck: (payment: Payment) => void;
  readonly onDecide: (decision: Decision) => void;
}

/** Only a different amount can be captured: no account holds another currency, and a deleted user has no wallet. */
function whyHeld({ amount, captured, currency }: Payment): 'amount' | 'currency' | 'deleted' {
  if (captured === null) return 'amount';
  if (captured.currency !== currency) return 'currency';
  // The requested amount is held only because the account was deleted.
  return Number(captured.value) === amount ? 'deleted' : 'amount';
}

function HeldLine({ payment, busy, onRecheck, onDecide }: HeldActions & { payment: Payment }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { money } = useFormat();
  const { captured, currency, amount } = payment;
  const why = whyHeld(payment);
  return (
    <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center', px: 2, py: 1.75 }}>
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
          {' · '}
          {moment(payment.createdAt)}
        </Typography>
        <Typography component="div" variant="body2">
          {t(`held_why_${why}`)}
          {payment.booking !== null && (
            <>
              {' '}
              <Link to={paths.booking(payment.booking)}>{t('tx_open_trip')}</Link>
            </>
          )}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button size="small" loading={busy === payment.id} onClick={() => onRecheck(payment)}>
          {t('held_recheck')}
        </Button>
        <Button size="small" color="error" onClick={() => onDecide({ what: 'refund', payment })}>
          {t('held_refund')}
        </Button>
        <Button
          size="small"
          variant="contained"
          disabled={why !== 'amount'}
          onClick={() => onDecide({ what: 'accept', payment })}
        >
          {t('held_accept')}
        </Button>
      </Box>
    </Box>
  );
}

function useHeldActions() {
  const [busy, setBusy] = useState<string | null>(null);
  const [decision, setDecision] = useState<Decision | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [recheck] = answers.recheckPayment.useMutation();
  const [refund] = answers.refundPayment.useMutation();
  const [accept] = answers.acceptPayment.useMutation();
  const run = async ({ id }: Payment, call: Promise<{ error?: unknown }>) => {
    setBusy(id);
    const { error } = await call;
    if (error) setProblem(error);
    setBusy(null);
    setDecision(null);
  };
  return {
    busy,
    decision,
    problem,
    decideOn: setDecision,
    forgetProblem: () => setProblem(null),
    recheck: (payment: Payment) => void run(payment, recheck({ params: { id: payment.id }, body: {} })),
    confirm: (reason: string) => {
      if (!decision) return;
      const input = { params: { id: decision.payment.id }, body: { reason } };
      void run(decision.payment, decision.what === 'refund' ? refund(input) : accept(input));
    },
  };
}

export function HeldPayments() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const list = pagedEntries(
    answers.listPaymentsPages.useInfiniteQuery({ query: { status: 'held', limit: pageLength } }),
  );
  const actions = useHeldActions();
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
              busy={actions.busy}
              onRecheck={actions.recheck}
              onDecide={actions.decideOn}
            />
          )}
        />
      )}
      <HeldDialog
        key={actions.decision?.payment.id}
        decision={actions.decision}
        busy={actions.busy !== null}
        onConfirm={actions.confirm}
        onClose={() => actions.decideOn(null)}
      />
      <AlertDialog
        message={actions.problem === null ? null : errorText(actions.problem)}
        onClose={actions.forgetProblem}
      />
    </>
  );
}
