// The itemised estimate, and how to pay: what is confirmed here is what is booked.
import type { EstimateView } from '@kerb/contract';
import type { PaymentMode } from '@kerb/domain/booking';
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
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
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-settings.ts';
import { FareBreakdownLines } from '../../ui/fare-breakdown-lines.tsx';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import type { PaymentChoice } from './use-booking-flow.ts';

interface EstimateDialogProps {
  readonly estimate: EstimateView | null;
  readonly carName: string;
  /** When the trip is to begin, ms since the epoch; null for now. */
  readonly tripdate: number | null;
  readonly walletBalance: number;
  readonly busy: boolean;
  readonly onConfirm: (packet: PaymentChoice) => void;
  readonly onCancel: () => void;
}

export function EstimateDialog(props: EstimateDialogProps) {
  const { estimate, busy, onCancel } = props;
  const titleId = useId();
  const { t } = useTranslation();
  return (
    <Dialog
      open={estimate !== null}
      onClose={busy ? undefined : onCancel}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={titleId}>{t('estimate_title')}</DialogTitle>
      {estimate && <EstimateBody {...props} estimate={estimate} />}
    </Dialog>
  );
}

function EstimateBody(props: EstimateDialogProps & { estimate: EstimateView }) {
  const { estimate, busy, onConfirm, onCancel, walletBalance, tripdate, carName } = props;
  const { t } = useTranslation();
  const { distance, duration, dateTime, money } = useFormat();
  const [mode, setMode] = useState<PaymentMode>('cash');
  const [usesWallet, setUsesWallet] = useState(false);
  const walletCovers = walletBalance >= estimate.trip_cost;
  const offersPart = mode !== 'wallet' && walletBalance > 0 && !walletCovers;
  const usedWalletMoney = offersPart && usesWallet ? walletBalance : 0;
  const facts = t('estimate_facts', {
    car: carName,
    distance: distance(estimate.distance),
    time: duration(estimate.time),
  });
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Box>
          <Typography color="text.secondary">{facts}</Typography>
          {tripdate !== null && <Typography>{t('estimate_when', { when: dateTime(tripdate) })}</Typography>}
        </Box>
        <FareBreakdownLines
          lines={estimate.breakdown.lines}
          total={estimate.trip_cost}
          totalText={t('fare_total')}
        />
        <PaymentModes
          mode={mode}
          onChange={setMode}
          walletBalance={walletBalance}
          walletCovers={walletCovers}
        />
        {offersPart && (
          <FormControlLabel
            control={
              <Checkbox checked={usesWallet} onChange={(event) => setUsesWallet(event.target.checked)} />
            }
            label={t('pay_wallet_part', { amount: money(walletBalance) })}
          />
        )}
        <Typography variant="caption" color="text.secondary">
          {t('estimate_note')}
        </Typography>
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button onClick={onCancel} disabled={busy} sx={{ flexShrink: 0 }}>
          {t('cancel')}
        </Button>
        <PrimaryAction onClick={() => onConfirm({ payment_mode: mode, usedWalletMoney })} loading={busy}>
          {tripdate === null ? t('confirm_now') : t('confirm_later')}
        </PrimaryAction>
      </DialogActions>
    </>
  );
}

interface PaymentModesProps {
  readonly mode: PaymentMode;
  readonly onChange: (mode: PaymentMode) => void;
  readonly walletBalance: number;
  readonly walletCovers: boolean;
}

function PaymentModes({ mode, onChange, walletBalance, walletCovers }: PaymentModesProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const modes = [
    { value: 'cash', Icon: PaymentsOutlined, text: t('pay_cash'), help: t('pay_cash_help'), disabled: false },
    {
      value: 'wallet',
      Icon: AccountBalanceWalletOutlined,
      text: t('pay_wallet'),
      help: walletCovers
        ? t('pay_wallet_balance', { balance: money(walletBalance) })
        : t('pay_wallet_short', { balance: money(walletBalance) }),
      disabled: !walletCovers,
    },
    {
      value: 'card',
      Icon: CreditCardOutlined,
      text: t('pay_card'),
      help: t('pay_card_help'),
      disabled: false,
    },
  ] as const;
  return (
    <Box
      component="fieldset"
      sx={{
        border: 0,
        p: 0,
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
        gap: 1,
      }}
    >
      <Box component="legend" sx={{ ...visuallyHidden }}>
        {t('how_to_pay')}
      </Box>
      {modes.map(({ value, Icon, text, help, disabled }) => (
        <Box
          key={value}
          component="label"
          sx={{
            display: 'grid',
            gap: 0.25,
            alignContent: 'start',
            p: 1.5,
            borderRadius: '14px',
            position: 'relative',
            cursor: disabled ? 'not-allowed' : 'pointer',
            color: disabled ? 'text.secondary' : 'text.primary',
            border: '2px solid',
            borderColor: mode === value ? 'primary.main' : 'divider',
            '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
          }}
        >
          <input
            type="radio"
            name="payment_mode"
            value={value}
            checked={mode === value}
            disabled={disabled}
            onChange={() => onChange(value)}
            style={{ ...visuallyHidden }}
          />
          <Icon aria-hidden="true" fontSize="small" />
          <Typography component="span" sx={{ fontWeight: 620 }}>
            {text}
          </Typography>
          <Typography component="span" variant="caption" color="text.secondary">
            {help}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
