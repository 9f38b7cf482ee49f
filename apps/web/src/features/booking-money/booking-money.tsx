// Payments of one booking: each card payment attempt, each refund, and for admins a refund button.

import type { PaymentView, RefundView } from '@kerb/contract';
import { providerTitles } from '@kerb/domain/payment';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Money } from '../../ui/money.tsx';
import { ErrorState } from '../../ui/page-states.tsx';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import type { BookingMoneyState } from './use-booking-money.ts';

interface BookingMoneyProps {
  readonly booking: string;
  readonly state: BookingMoneyState;
  /** True for admins, who can refund. */
  readonly mayRefund: boolean;
}

type PaymentState = PaymentView['status'] | 'declined';
/** A payment that its provider declined after confirming it: nothing was paid back to the payer. */
const stateOf = ({ status, declined }: PaymentView): PaymentState =>
  status === 'refunded' && declined ? 'declined' : status;
const paymentTones: Record<PaymentState, Tone> = {
  open: 'waiting',
  pending: 'waiting',
  captured: 'done',
  failed: 'stopped',
  declined: 'stopped',
  held: 'due',
  refunding: 'moving',
  refunded: 'moving',
};
type RefundState = RefundView['status'] | 'held';
const refundTones: Record<RefundState, Tone> = {
  done: 'done',
  pending: 'waiting',
  failed: 'due',
  held: 'due',
};

const list = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 } as const;
const line = { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2 } as const;

/** Renders nothing while the booking has no money to show. */
export function BookingMoney({ booking, state, mayRefund }: BookingMoneyProps) {
  const { t } = useTranslation();
  const { money, problem, reload } = state;
  const [asked, setAsked] = useState(false);
  if (money === null) return problem === null ? null : <ErrorState problem={problem} onRetry={reload} />;
  const canRefund = mayRefund && money.refundable > 0;
  // Only admins see payment pages that were opened and abandoned: the card was not charged, so others do not need them.
  const payments = money.payments.filter(({ status }) => mayRefund || status !== 'open');
  if (payments.length === 0 && money.refunds.length === 0 && !canRefund) return null;
  return (
    <Box component="section" aria-label={t('booking_money')} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography variant="h5" component="h2">
        {t('booking_money')}
      </Typography>
      <Box component="ul" sx={list}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <PaymentLine payment={payment} />
          </li>
        ))}
        {money.refunds.map((refund) => (
          <li key={refund.id}>
            <RefundLine refund={refund} />
          </li>
        ))}
      </Box>
      {canRefund && (
        <Button variant="outlined" color="error" onClick={() => setAsked(true)}>
          {t('refund_open')}
        </Button>
      )}
      <RefundDialog
        open={asked}
        booking={booking}
        refundable={money.refundable}
        onClose={() => setAsked(false)}
        onDone={() => setAsked(false)}
      />
    </Box>
  );
}

function PaymentLine({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const state = stateOf(payment);
  return (
    <Box sx={line}>
      <Box sx={{ minWidth: 0 }}>
        <Money amount={payment.amount} strong />
        <Typography variant="body2" color="text.secondary">
          {t('payment_line', {
            provider: providerTitles[payment.provider],
            when: dateTime(payment.createdAt),
          })}
        </Typography>
      </Box>
      <ToneChip tone={paymentTones[state]}>{t(`payment_${state}`)}</ToneChip>
    </Box>
  );
}

function refundTargetOf({ toCard, toWallet }: RefundView): 'card' | 'wallet' | 'both' {
  if (toCard > 0 && toWallet > 0) return 'both';
  return toCard > 0 ? 'card' : 'wallet';
}

function RefundLine({ refund }: { refund: RefundView }) {
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const state: RefundState = refund.held ? 'held' : refund.status;
  return (
    <Box sx={line}>
      <Box sx={{ minWidth: 0 }}>
        <Box component="span" className="tabular" sx={{ fontWeight: 680 }}>
          {money(-refund.amount)}
        </Box>
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {t(`refund_way_${refundTargetOf(refund)}`, { when: dateTime(refund.at) })}
          {refund.reason !== '' && (
            <Box component="span" sx={{ display: 'block' }}>
              {refund.reason}
            </Box>
          )}
        </Typography>
      </Box>
      <ToneChip tone={refundTones[state]}>{t(`refund_${state}`)}</ToneChip>
    </Box>
  );
}
