// Dialog to choose a payment provider: shows the amount, and posts the payment form to the provider's link.
import type { PaymentForm } from '@kerb/contract';
import { providerTitles } from '@kerb/domain/payment';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { Money } from '../../ui/money.tsx';
import { Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { MethodsProblem } from './methods-problem.tsx';
import { PaymentOption } from './payment-option.tsx';
import { postForm } from './post-form.ts';
import { ProviderBadge } from './provider-badge.tsx';
import { type PaymentMethod, usePaymentMethods } from './use-payment-methods.ts';
import { useShownAgain } from './use-shown-again.ts';

interface PaymentDialogProps {
  /** Loads the payment form; pass a memoised callback. Null closes the dialog. */
  readonly loadForm: (() => Promise<PaymentForm>) | null;
  readonly onClose: () => void;
}

export function PaymentDialog({ loadForm, onClose }: PaymentDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { ready, problem, retry } = usePaymentMethods(loadForm);
  return (
    <Dialog open={loadForm !== null} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{t('pay_title')}</DialogTitle>
      {ready && <Methods providers={ready.providers} form={ready.form} onClose={onClose} />}
      {!ready && (
        <>
          <DialogContent>
            {problem === null ? <MethodsSkeleton /> : <MethodsProblem problem={problem} onRetry={retry} />}
          </DialogContent>
          <DialogActions sx={{ p: 2 }}>
            <Button onClick={onClose}>{t('cancel')}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

function MethodsSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <Placeholder height={44} width="50%" />
        <Placeholder height={68} />
      </Box>
    </Loading>
  );
}

interface MethodsProps {
  readonly providers: readonly PaymentMethod[];
  readonly form: PaymentForm;
  readonly onClose: () => void;
}

function Methods({ providers, form, onClose }: MethodsProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [chosen, setChosen] = useState(providers[0]);
  const [leaving, setLeaving] = useState(false);
  useShownAgain(() => setLeaving(false));
  const pay = () => {
    if (!chosen) return;
    setLeaving(true);
    postForm(chosen.link, form);
  };
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Box>
          <Typography variant="h2" component="p">
            <Money amount={form.amount} strong />
          </Typography>
          <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
            {form.product_name}
          </Typography>
        </Box>
        <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, display: 'grid', gap: 1 }}>
          <Box component="legend" sx={{ ...visuallyHidden }}>
            {t('pay_with')}
          </Box>
          {providers.map((provider) => (
            <PaymentOption
              key={provider.name}
              name="provider"
              value={provider.name}
              checked={provider.name === chosen?.name}
              onChoose={() => setChosen(provider)}
              badge={<ProviderBadge name={provider.name} />}
              text={providerTitles[provider.name]}
              {...(provider.name === 'test' ? { help: t('pay_test_note') } : {})}
            />
          ))}
        </Box>
        <Typography variant="caption" color="text.secondary" sx={{ display: 'flex', gap: 1 }}>
          <LockOutlined fontSize="small" aria-hidden="true" />
          {t('pay_leaves')}
        </Typography>
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1 }}>
        <Button onClick={onClose} disabled={leaving} sx={{ flexShrink: 0 }}>
          {t('cancel')}
        </Button>
        <PrimaryAction onClick={pay} loading={leaving}>
          {t('pay_amount', { amount: money(form.amount) })}
        </PrimaryAction>
      </DialogActions>
    </>
  );
}
