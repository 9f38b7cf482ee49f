// Dialog for the amount of a top-up: the operator's amounts as buttons, or a custom amount.
import { MAX_TOPUP } from '@kerb/domain/payment';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { numberText, parseAmount } from '../../ui/parse-amount.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';

interface TopupDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Major units. */
  readonly onChosen: (amount: number) => void;
}

export function TopupDialog({ open, onClose, onChosen }: TopupDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{t('topup_title')}</DialogTitle>
      {open && <TopupForm onClose={onClose} onChosen={onChosen} />}
    </Dialog>
  );
}

function TopupForm({ onClose, onChosen }: Omit<TopupDialogProps, 'open'>) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { locale } = useLanguage();
  const settings = useSettings();
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const decimals = settings?.decimal ?? 2;
  const amount = parseAmount(text, decimals, locale);
  const choose = (value: string) => {
    setText(value);
    setError('');
  };
  return (
    <Box
      component="form"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (amount === null || amount > MAX_TOPUP) {
          setError(
            amount === null
              ? t('amount_wrong', { count: decimals })
              : t('topup_too_large', { amount: money(MAX_TOPUP) }),
          );
          return form.current?.querySelector('input')?.focus();
        }
        onChosen(amount);
      }}
    >
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))', gap: 1 }}>
          {(settings?.walletMoneyField ?? []).map((offered) => (
            <Button
              key={offered}
              variant={amount === offered ? 'contained' : 'outlined'}
              aria-pressed={amount === offered}
              size="large"
              onClick={() => choose(numberText(offered, locale))}
            >
              {money(offered)}
            </Button>
          ))}
        </Box>
        <AmountField label={t('amount')} value={text} onChange={choose} error={error} />
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button onClick={onClose} sx={{ flexShrink: 0 }}>
          {t('cancel')}
        </Button>
        <PrimaryAction type="submit">{t('topup_next')}</PrimaryAction>
      </DialogActions>
    </Box>
  );
}
