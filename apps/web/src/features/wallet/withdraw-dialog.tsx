// Asking for money of the wallet: how much, and to which bank account; it leaves the balance at once.
import type { Me } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat, useSettings } from '../../lib/use-settings.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { parseAmount } from '../../ui/parse-amount.ts';
import { PrimaryAction } from '../../ui/primary-action.tsx';

interface WithdrawDialogProps {
  readonly open: boolean;
  readonly user: Me;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function WithdrawDialog(props: WithdrawDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog open={props.open} onClose={props.onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{t('withdraw_title')}</DialogTitle>
      {props.open && <WithdrawForm {...props} />}
    </Dialog>
  );
}

interface Draft {
  readonly amount: string;
  readonly bankName: string;
  readonly bankCode: string;
  readonly bankAccount: string;
}

const bankFields = ['bankName', 'bankCode', 'bankAccount'] as const;
const lengths = { bankName: 120, bankCode: 40, bankAccount: 60 } as const;

function WithdrawForm({ user, onClose, onDone }: WithdrawDialogProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { locale } = useLanguage();
  const settings = useSettings();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [wrong, setWrong] = useState<Partial<Record<keyof Draft, string>>>({});
  const [draft, setDraft] = useState<Draft>({
    amount: '',
    bankName: user.bankName ?? '',
    bankCode: user.bankCode ?? '',
    bankAccount: user.bankAccount ?? '',
  });
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  // The first field to mend: its words are read out with it.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const decimals = settings?.decimal ?? 2;
  const hasBank = settings?.bank_fields ?? false;
  const set = (name: keyof Draft) => (value: string) => {
    setDraft((before) => ({ ...before, [name]: value }));
    setWrong((before) => ({ ...before, [name]: '' }));
    setProblem(null);
  };

  const send = async () => {
    const amount = parseAmount(draft.amount, decimals, locale);
    const missing = bankFields.filter((name) => hasBank && draft[name].trim() === '');
    const found = {
      ...(amount === null ? { amount: t('amount_wrong', { count: decimals }) } : {}),
      ...(amount !== null && amount > user.walletBalance ? { amount: t('insufficient_wallet') } : {}),
      ...Object.fromEntries(missing.map((name) => [name, t('bank_field_missing')])),
    };
    setWrong(found);
    if (amount === null || Object.keys(found).length > 0) return setRefusals((before) => before + 1);
    setBusy(true);
    setProblem(null);
    const { amount: _, ...bank } = draft;
    try {
      await client.requestWithdraw({ body: { amount, ...(hasBank ? bank : {}) } });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Box
      component="form"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <AmountField
          label={t('amount')}
          value={draft.amount}
          onChange={set('amount')}
          error={wrong.amount ?? ''}
          help={t('withdraw_at_most', { amount: money(Math.max(0, user.walletBalance)) })}
        />
        {hasBank &&
          bankFields.map((name) => (
            <TextField
              key={name}
              label={t(`withdraw_${name}`)}
              value={draft[name]}
              onChange={(event) => set(name)(event.target.value)}
              error={Boolean(wrong[name])}
              helperText={wrong[name] || ' '}
              autoComplete="off"
              slotProps={{ htmlInput: { maxLength: lengths[name] } }}
            />
          ))}
        <Typography variant="body2" color="text.secondary">
          {t('withdraw_note')}
        </Typography>
        {problem !== null && (
          <Typography role="alert" color="error">
            {errorText(problem)}
          </Typography>
        )}
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button onClick={onClose} disabled={busy} sx={{ flexShrink: 0 }}>
          {t('cancel')}
        </Button>
        <PrimaryAction type="submit" loading={busy}>
          {t('withdraw')}
        </PrimaryAction>
      </DialogActions>
    </Box>
  );
}
