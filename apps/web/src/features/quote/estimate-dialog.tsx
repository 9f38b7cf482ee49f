// Dialog with the itemised estimate, its promo, and the payment method; confirming it books exactly this estimate.
import type { EstimateView } from '@kerb/contract';
import { isolated } from '@kerb/texts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { FareBreakdownLines } from '../../ui/fare-breakdown-lines.tsx';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Stations } from '../../ui/stations.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import type { BookedFor } from './booking-choices.ts';
import { PaymentModes } from './payment-modes.tsx';
import { PriceNotice } from './price-notice.tsx';
import { PromoSection } from './promo-section.tsx';
import { QuoteCountdown } from './quote-countdown.tsx';
import type { BookingFlow } from './use-booking-flow.ts';
import { usePaymentChoice } from './use-payment-choice.ts';
import { requiresConfirmation } from './use-quote.ts';

export interface EstimateDialogProps {
  readonly flow: Pick<BookingFlow, 'busy' | 'quote' | 'renew' | 'confirm' | 'goBack' | 'cancelEstimate'>;
  readonly carName: string;
  /** Pickup time, ms since the epoch; null for now. */
  readonly tripdate: number | null;
  /** Balance of the rider, in major units. */
  readonly walletBalance: number;
  /** True when the booking is paid before dispatch: the payment method is chosen in the next dialog. */
  readonly prepaid: boolean;
  /** The rider for whom an admin books, and whose promos apply; null otherwise. */
  readonly rider: BookedFor['rider'];
  /** Renders more content below the fare. */
  readonly more: (estimate: EstimateView) => ReactNode;
}

export function EstimateDialog(props: EstimateDialogProps) {
  const { estimate } = props.flow.quote;
  const { busy, cancelEstimate } = props.flow;
  const titleId = useId();
  const { t } = useTranslation();
  const shown = useLastShown(estimate);
  return (
    <Dialog
      open={estimate !== null}
      onClose={busy ? undefined : cancelEstimate}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId}>{t('estimate_title')}</DialogTitle>
      {shown && <EstimateBody {...props} estimate={shown} />}
    </Dialog>
  );
}

function EstimateBody(props: EstimateDialogProps & { estimate: EstimateView }) {
  const { flow, estimate, prepaid, walletBalance } = props;
  const { quote, busy } = flow;
  const { t } = useTranslation();
  const payment = usePaymentChoice(estimate.payableAmount, walletBalance);
  const [ownSteps, setOwnSteps] = useState(0);
  const idle = !busy && ownSteps === 0;
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <TripFacts {...props} />
        <PriceNotice notice={quote.notice} />
        <FareBreakdownLines
          lines={estimate.breakdown.lines}
          total={estimate.payableAmount}
          totalText={t('fare_total')}
        />
        {props.more(estimate)}
        <PromoSection
          // A different quote has different promos, so reset the section.
          key={estimate.id}
          estimate={estimate}
          rider={props.rider?.id ?? null}
          disabled={busy || requiresConfirmation(quote.notice) || quote.expired}
          onBusy={(running) => setOwnSteps((before) => before + (running ? 1 : -1))}
          onApply={quote.applyPromo}
          onRemove={quote.removePromo}
          onExpired={flow.renew}
        />
        {!prepaid && <PaymentModes {...payment} walletBalance={walletBalance} />}
        <Typography variant="caption" color="text.secondary">
          {prepaid ? t('estimate_note_prepaid') : t('estimate_note')}
        </Typography>
        <QuoteCountdown until={quote.until} />
      </DialogContent>
      {/* Outside the scrolled content, where it would be out of view on a low screen. */}
      <Box sx={{ px: 3, '&:not(:empty)': { pt: 1.5 } }}>
        <ProblemText problem={quote.problem} />
      </Box>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button onClick={flow.goBack ?? flow.cancelEstimate} disabled={!idle} sx={{ flexShrink: 0 }}>
          {flow.goBack ? t('back') : t('cancel')}
        </Button>
        <Onward {...props} idle={idle} onConfirm={() => flow.confirm(payment.packet)} />
      </DialogActions>
    </>
  );
}

/** The primary button: accept a changed price, request the price again, or book. */
function Onward(props: EstimateDialogProps & { idle: boolean; onConfirm: () => void }) {
  const { flow, tripdate, prepaid, idle, onConfirm } = props;
  const { notice, accept, expired, problem } = flow.quote;
  const { t } = useTranslation();
  const { money } = useFormat();
  const confirm = useRef<HTMLButtonElement>(null);
  const isForOther = props.rider !== null;
  // Focus the button, so that a dispatcher can confirm with Enter.
  useEffect(() => {
    if (isForOther && idle) confirm.current?.focus();
  }, [isForOther, idle]);
  if (notice && requiresConfirmation(notice))
    return (
      <PrimaryAction onClick={accept} disabled={!idle}>
        {t('price_accept', { amount: money(notice.now) })}
      </PrimaryAction>
    );
  if (expired && problem !== null)
    return (
      <PrimaryAction onClick={flow.renew} loading={flow.busy}>
        {t('price_again')}
      </PrimaryAction>
    );
  return (
    <PrimaryAction ref={confirm} onClick={onConfirm} loading={flow.busy} disabled={!idle}>
      {prepaid ? t('confirm_prepaid') : tripdate === null ? t('confirm_now') : t('confirm_later')}
    </PrimaryAction>
  );
}

function TripFacts({ estimate, carName, tripdate, rider }: EstimateDialogProps & { estimate: EstimateView }) {
  const { t } = useTranslation();
  const { distance, duration, dateTime } = useFormat();
  const stations = [
    { kind: 'pickup' as const, address: estimate.pickup.add },
    ...estimate.waypoints.map(({ add }) => ({ kind: 'stop' as const, address: add })),
    { kind: 'drop' as const, address: estimate.drop.add },
  ];
  const facts = { car: carName, distance: distance(estimate.distance), time: duration(estimate.time) };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      {rider !== null && rider.name !== '' && (
        <Typography sx={{ fontWeight: 600 }}>{t('estimate_for', { name: isolated(rider.name) })}</Typography>
      )}
      <Stations stations={stations} />
      <Typography color="text.secondary">{t('estimate_facts', facts)}</Typography>
      {tripdate !== null && <Typography>{t('estimate_when', { when: dateTime(tripdate) })}</Typography>}
    </Box>
  );
}
