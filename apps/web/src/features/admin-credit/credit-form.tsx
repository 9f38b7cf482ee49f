// "Add to wallet" form: a user with a wallet, an amount, the source of the money and a reason; confirmed before it is
// sent.
import type { User } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { parseAmount } from '../../ui/parse-amount.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { ConfirmCredit } from './confirm-credit.tsx';
import { HolderPicker } from './holder-picker.tsx';
import { type Credit, type Credited, useCredit } from './use-credit.ts';

const sources = ['cash', 'credit'] as const;

interface Typed {
  readonly person: User | null;
  readonly amount: string;
  readonly source: Credit['source'];
  readonly reason: string;
}

const nothing: Typed = { person: null, amount: '', source: 'cash', reason: '' };

function Done({ credited, onClose }: { credited: Credited; onClose: () => void }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { person, walletBalance } = credited;
  return (
    <Alert severity="success" role="status" onClose={onClose}>
      {t('success')}{' '}
      {t('credit_done', { name: fullNameOf(person) || t('money_unnamed'), amount: money(walletBalance) })}
    </Alert>
  );
}

/** State of the form. A missing field is reported as an error key in `alert`, which is null otherwise. */
function useCreditForm() {
  const decimals = useSettings()?.decimal ?? 2;
  const { locale } = useLanguage();
  const [typed, setTyped] = useState<Typed>(nothing);
  const [tried, setTried] = useState(false);
  const [alert, setAlert] = useState<unknown>(null);
  const [asked, setAsked] = useState<Credit | null>(null);
  const credit = useCredit();
  const amount = parseAmount(typed.amount, decimals, locale);

  const ask = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (typed.person === null || amount === null) return setAlert('no_details_error');
    const reason = typed.reason.trim();
    credit.forgetDone();
    setAsked({ person: typed.person, amount, source: typed.source, reason });
  };
  const confirm = async () => {
    if (asked && (await credit.send(asked))) {
      setTyped(nothing);
      setTried(false);
      setAsked(null);
    }
  };
  return {
    typed,
    asked,
    ask,
    credit,
    decimals,
    wrongAmount: tried && amount === null,
    change: (patch: Partial<Typed>) => setTyped((before) => ({ ...before, ...patch })),
    confirm: () => void confirm(),
    takeBack: () => setAsked(null),
    problem: alert ?? credit.problem,
    forgetProblem: () => {
      setAlert(null);
      credit.forgetProblem();
    },
  };
}

export function CreditForm() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const form = useCreditForm();
  const { typed, change, credit } = form;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={form.ask}
      sx={{ display: 'grid', gap: 3, maxWidth: 560, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {credit.done && <Done credited={credit.done} onClose={credit.forgetDone} />}
      <HolderPicker value={typed.person} onChange={(person) => change({ person })} />
      <AmountField
        label={t('credit_amount')}
        value={typed.amount}
        onChange={(amount) => change({ amount })}
        error={form.wrongAmount ? t('amount_wrong', { count: form.decimals }) : ''}
      />
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Typography variant="body2" aria-hidden="true" sx={{ fontWeight: 600 }}>
          {t('credit_source')}
        </Typography>
        <Segmented
          label={t('credit_source')}
          value={typed.source}
          options={sources.map((value) => ({ value, text: t(`credit_source_${value}`) }))}
          onChange={(source) => change({ source })}
        />
        <Typography variant="body2" color="text.secondary" role="status">
          {t(`credit_source_${typed.source}_help`)}
        </Typography>
      </Box>
      <TextField
        label={t('money_reason')}
        value={typed.reason}
        onChange={(event) => change({ reason: event.target.value })}
        helperText={t('credit_reason_help')}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 300, dir: 'auto' } }}
      />
      <Button type="submit" variant="contained" size="large" sx={{ justifySelf: { sm: 'start' } }}>
        {t('credit_submit')}
      </Button>
      <ConfirmCredit
        credit={form.problem === null ? form.asked : null}
        busy={credit.busy}
        onConfirm={form.confirm}
        onClose={form.takeBack}
      />
      <AlertDialog
        message={form.problem === null ? null : errorText(form.problem)}
        onClose={form.forgetProblem}
      />
    </Box>
  );
}
