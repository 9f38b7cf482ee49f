// Choice of cash, wallet or card, and a checkbox to use the wallet's balance for a part when it does not cover the
// price.
import type { PaymentMode } from '@kerb/domain/booking';
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import type { PaymentChoosing } from './use-payment-choice.ts';

type PaymentModesProps = Omit<PaymentChoosing, 'packet'> & { readonly walletBalance: number };

export function PaymentModes(props: PaymentModesProps) {
  const { mode, walletCovers, part, usesPart, onMode, onPart, walletBalance } = props;
  const { t } = useTranslation();
  const { money } = useFormat();
  const balance = money(walletBalance);
  const help = walletCovers ? t('pay_wallet_balance', { balance }) : t('pay_wallet_short', { balance });
  const card = (value: PaymentMode) => ({ value, checked: mode === value, onChoose: () => onMode(value) });
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box
        component="fieldset"
        sx={{
          border: 0,
          p: 0,
          m: 0,
          display: 'grid',
          // On a phone, amounts and names of some languages are wider than a third of the dialog.
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
          gap: 1,
        }}
      >
        <Box component="legend" sx={{ ...visuallyHidden }}>
          {t('how_to_pay')}
        </Box>
        <Mode {...card('cash')} Icon={PaymentsOutlined} text={t('pay_cash')} help={t('pay_cash_help')} />
        <Mode
          {...card('wallet')}
          Icon={AccountBalanceWalletOutlined}
          text={t('pay_wallet')}
          help={help}
          disabled={!walletCovers}
        />
        <Mode {...card('card')} Icon={CreditCardOutlined} text={t('pay_card')} help={t('pay_card_help')} />
      </Box>
      {part > 0 && (
        <FormControlLabel
          control={<Checkbox checked={usesPart} onChange={(event) => onPart(event.target.checked)} />}
          label={t('pay_wallet_part', { amount: money(part) })}
        />
      )}
    </Box>
  );
}

interface ModeProps {
  readonly value: PaymentMode;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly Icon: ComponentType<{ 'aria-hidden': 'true'; fontSize: 'small' }>;
  readonly text: string;
  readonly help: string;
  readonly disabled?: boolean;
}

function Mode({ value, checked, onChoose, Icon, text, help, disabled = false }: ModeProps) {
  return (
    <Box
      component="label"
      sx={{
        display: { xs: 'flex', sm: 'grid' },
        alignItems: { xs: 'center', sm: 'start' },
        alignContent: 'start',
        columnGap: 1.25,
        rowGap: 0.25,
        minHeight: { xs: 48, sm: 0 },
        px: 1.5,
        py: { xs: 0.75, sm: 1.5 },
        borderRadius: '14px',
        position: 'relative',
        cursor: disabled ? 'not-allowed' : 'pointer',
        color: disabled ? 'text.secondary' : 'text.primary',
        border: '2px solid',
        borderColor: checked ? 'primary.main' : 'divider',
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <input
        type="radio"
        name="payment_mode"
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        style={{ ...visuallyHidden }}
      />
      <Icon aria-hidden="true" fontSize="small" />
      <Typography component="span" sx={{ fontWeight: 620 }}>
        {text}
      </Typography>
      <Typography
        component="span"
        variant="caption"
        color="text.secondary"
        sx={{ marginInlineStart: { xs: 'auto', sm: 0 }, textAlign: { xs: 'end', sm: 'start' } }}
      >
        {help}
      </Typography>
    </Box>
  );
}
