// Dialog to pay for a delivery before it is dispatched: by card, from the wallet, or in cash on delivery.
import type { BookingView } from '@kerb/contract';
import type { PaymentMode } from '@kerb/domain/booking';
import { providerTitles } from '@kerb/domain/payment';
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/use-auth.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Money } from '../../ui/money.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { PaymentOption } from './payment-option.tsx';
import { ProviderBadge } from './provider-badge.tsx';
import type { PaymentMethod } from './use-payment-methods.ts';
import { prepay, prepayByCard, usePrepay } from './use-prepay.ts';
import { useShownAgain } from './use-shown-again.ts';

export interface PrepayDialogProps {
  /** Id of the booking that awaits payment; null closes the dialog. */
  readonly booking: string | null;
  /** Called when the booking is ready to be dispatched: paid from the wallet, or set to cash. */
  readonly onPaid: () => void;
  /** Called just before the browser leaves the page for a card provider. */
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

export function PrepayDialog(props: PrepayDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const booking = useLastShown(props.booking);
  const { ready, problem, retry } = usePrepay(booking);
  const [paying, setPaying] = useState<string | null>(null);
  /** The browser opens the provider's page; when that does not happen, the dialog can be closed. */
  const [leaving, setLeaving] = useState(false);
  const busy = paying !== null && paying === booking;
  return (
    <Dialog
      open={props.booking !== null}
      onClose={busy && !leaving ? undefined : props.onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId}>{t('prepay_title')}</DialogTitle>
      {ready && (
        <Ways
          key={ready.booking.id}
          {...props}
          {...ready}
          booking={ready.booking}
          busy={busy}
          onBusy={(isBusy) => {
            setPaying(isBusy ? ready.booking.id : null);
            setLeaving(false);
          }}
          onLeave={() => {
            setLeaving(true);
            props.onLeave();
          }}
        />
      )}
      {!ready && (
        <>
          <DialogContent>
            {problem === null ? <WaysSkeleton /> : <ErrorState problem={problem} onRetry={retry} />}
          </DialogContent>
          <DialogActions sx={{ p: 2 }}>
            <Button onClick={props.onClose}>{t('prepay_later')}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

function WaysSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Placeholder height={44} width="50%" />
        <Placeholder height={68} />
        <Placeholder height={68} />
        <Placeholder height={68} />
      </Box>
    </Loading>
  );
}

type WaysProps = Omit<PrepayDialogProps, 'booking'> & {
  readonly booking: BookingView;
  readonly providers: readonly PaymentMethod[];
  /** While true, the payment is being sent and the dialog cannot be closed. */
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
};

function Ways(props: WaysProps) {
  const { booking, providers, busy, onClose } = props;
  const { t } = useTranslation();
  const { money } = useFormat();
  const pay = usePaying(props);
  const { due, choice, part } = pay;
  const amount = money(due - (pay.usesPart ? part : 0));
  const text =
    choice === 'cash'
      ? t('prepay_cash_order')
      : choice === 'wallet'
        ? t('prepay_wallet_pay', { amount: money(due) })
        : t('pay_amount', { amount });
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Box>
          <Typography variant="h2" component="p">
            <Money amount={due} strong />
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {t('prepay_text', { reference: booking.reference })}
          </Typography>
        </Box>
        {due > 0 && <Choices {...pay} providers={providers} />}
        {due > 0 && part > 0 && (
          <FormControlLabel
            control={
              <Checkbox checked={pay.usesPart} onChange={(event) => pay.onPart(event.target.checked)} />
            }
            label={t('pay_wallet_part', { amount: money(part) })}
          />
        )}
        <ProblemText problem={pay.problem} />
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button onClick={onClose} disabled={busy} sx={{ flexShrink: 0 }}>
          {t('prepay_later')}
        </Button>
        <PrimaryAction onClick={() => void pay.go()} loading={busy}>
          {due === 0 ? t('prepay_nothing_order') : text}
        </PrimaryAction>
      </DialogActions>
    </>
  );
}

type Choice = Exclude<PaymentMode, 'card'> | PaymentMethod;

function usePaying({ booking, providers, busy, onBusy, onPaid, onLeave }: WaysProps) {
  const { user } = useAuth();
  const due = booking.payableAmount;
  const balance = user?.walletBalance ?? 0;
  const walletCovers = balance >= due;
  const [choice, setChoice] = useState<Choice>(providers[0] ?? (walletCovers ? 'wallet' : 'cash'));
  const [usesPart, onPart] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  useShownAgain(() => onBusy(false));
  const part = choice !== 'wallet' && balance > 0 && !walletCovers ? balance : 0;
  const used = usesPart ? part : 0;
  const go = async () => {
    if (busy) return;
    onBusy(true);
    setProblem(null);
    try {
      if (due > 0 && typeof choice !== 'string')
        return await prepayByCard(booking.id, choice.link, used, onLeave);
      await prepay(booking.id, due > 0 && choice === 'wallet' ? 'wallet' : 'cash', used);
      onPaid();
    } catch (reason) {
      setProblem(reason);
      onBusy(false);
    }
  };
  return { due, balance, walletCovers, choice, setChoice, part, usesPart, onPart, problem, go };
}

type ChoicesProps = ReturnType<typeof usePaying> & { readonly providers: readonly PaymentMethod[] };

function Choices({ providers, choice, setChoice, walletCovers, balance }: ChoicesProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const name = useId();
  const option = (value: Choice) => ({ name, checked: choice === value, onChoose: () => setChoice(value) });
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, display: 'grid', gap: 1 }}>
      <Box component="legend" sx={{ ...visuallyHidden }}>
        {t('how_to_pay')}
      </Box>
      {providers.map((provider) => (
        <PaymentOption
          key={provider.name}
          {...option(provider)}
          value={provider.name}
          badge={<ProviderBadge name={provider.name} />}
          text={providerTitles[provider.name]}
          help={provider.name === 'test' ? t('pay_test_note') : t('prepay_card_help')}
        />
      ))}
      <PaymentOption
        {...option('wallet')}
        value="wallet"
        badge={<Badge icon={<AccountBalanceWalletOutlined />} />}
        text={t('pay_wallet')}
        help={t(walletCovers ? 'pay_wallet_balance' : 'pay_wallet_short', { balance: money(balance) })}
        disabled={!walletCovers}
      />
      <PaymentOption
        {...option('cash')}
        value="cash"
        badge={<Badge icon={<PaymentsOutlined />} />}
        text={t('pay_cash')}
        help={t('prepay_cash_help')}
      />
    </Box>
  );
}

/** An icon in the same size as a provider's badge. */
function Badge({ icon }: { readonly icon: ReactNode }) {
  return (
    <Box
      aria-hidden="true"
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 64,
        height: 40,
        flexShrink: 0,
        borderRadius: '8px',
        bgcolor: 'background.subtle',
      }}
    >
      {icon}
    </Box>
  );
}
