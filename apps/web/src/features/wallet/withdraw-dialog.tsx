// Requests a withdrawal from the wallet: the amount and the bank account; the balance is debited at once.
import type { Me } from '@kerb/contract';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { refreshUser } from '../../lib/store.ts';
import { useFormat } from '../../lib/use-format.ts';
import { type CallWithKey, useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AmountDialog, DialogForm, type Sending, useSending } from '../../ui/amount-dialog.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { focusFirstInvalid } from '../../ui/focus-first-invalid.ts';
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
  const once = useIdempotencyKey();
  const sending = useSending(props.onDone);
  return (
    <AmountDialog open={props.open} title={t('withdraw_title')} busy={sending.busy} onClose={props.onClose}>
      <WithdrawForm {...props} once={once} sending={sending} />
    </AmountDialog>
  );
}

interface Draft {
  readonly amount: string;
  readonly bankName: string;
  readonly bankCode: string;
  readonly bankAccount: string;
}

const bankFields = ['bankName', 'bankCode', 'bankAccount'] as const;
/** As on the server: not every country has bank codes. */
const requiredBankFields = ['bankName', 'bankAccount'] as const;
const lengths = { bankName: 120, bankCode: 40, bankAccount: 60 } as const;

function WithdrawForm({
  user,
  onClose,
  once,
  sending,
}: WithdrawDialogProps & { once: CallWithKey; sending: Sending }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { locale } = useLanguage();
  const settings = useSettings();
  const [request] = answers.requestWithdraw.useMutation();
  const [wrong, setWrong] = useState<Partial<Record<keyof Draft, string>>>({});
  const [draft, setDraft] = useState<Draft>({
    amount: '',
    bankName: user.bankName ?? '',
    bankCode: user.bankCode ?? '',
    bankAccount: user.bankAccount ?? '',
  });
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  /** The balance fell after it was loaded. */
  const isAboveBalance = codeOf(sending.problem) === 'insufficient_wallet';
  // Focus the first invalid field; screen readers read its error with it.
  useEffect(() => {
    if (refusals > 0 || isAboveBalance) focusFirstInvalid(form.current);
  }, [refusals, isAboveBalance]);
  const decimals = settings?.decimal ?? 2;
  const hasBank = settings?.bank_fields ?? false;
  const most = { amount: money(Math.max(0, user.walletBalance)) };
  const set = (name: keyof Draft) => (value: string) => {
    setDraft((before) => ({ ...before, [name]: value }));
    setWrong((before) => ({ ...before, [name]: '' }));
    sending.clearProblem();
  };

  const submit = () => {
    const amount = parseAmount(draft.amount, decimals, locale);
    const missing = requiredBankFields.filter((name) => hasBank && draft[name].trim() === '');
    const found = {
      ...(amount === null ? { amount: t('amount_wrong', { count: decimals }) } : {}),
      ...(amount !== null && amount > user.walletBalance ? { amount: t('withdraw_too_much', most) } : {}),
      ...Object.fromEntries(missing.map((name) => [name, t('bank_field_missing')])),
    };
    setWrong(found);
    if (amount === null || Object.keys(found).length > 0) return setRefusals((before) => before + 1);
    const { amount: _, ...bank } = draft;
    const body = { amount, ...(hasBank ? bank : {}) };
    void sending.send(async () => {
      try {
        await once(body, (idempotencyKey) => request({ body, idempotencyKey }).unwrap());
      } catch (error) {
        // The error names the new balance.
        if (codeOf(error) === 'insufficient_wallet') await refreshUser();
        throw error;
      }
    });
  };

  return (
    <DialogForm
      formRef={form}
      note={t('withdraw_note')}
      sending={isAboveBalance ? { ...sending, problem: null } : sending}
      onSubmit={submit}
      onClose={onClose}
      action={
        <PrimaryAction type="submit" loading={sending.busy}>
          {t('withdraw')}
        </PrimaryAction>
      }
    >
      <AmountField
        label={t('amount')}
        value={draft.amount}
        onChange={set('amount')}
        error={isAboveBalance ? t('withdraw_too_much', most) : (wrong.amount ?? '')}
        help={t('withdraw_at_most', most)}
      />
      {hasBank &&
        bankFields.map((name) => (
          <TextField
            key={name}
            label={t(`withdraw_${name}`)}
            value={draft[name]}
            onChange={(event) => set(name)(event.target.value)}
            error={Boolean(wrong[name])}
            helperText={wrong[name]}
            autoComplete="off"
            slotProps={{ htmlInput: { maxLength: lengths[name] } }}
          />
        ))}
    </DialogForm>
  );
}
