// Promo of an estimate: the applied one with a button to remove it, or the chooser.
import type { EstimateView } from '@kerb/contract';
import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../lib/error-code.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { PromoChooser } from './promo-chooser.tsx';

interface PromoSectionProps {
  readonly estimate: EstimateView;
  /** uid of the rider whose uses count when an admin books; null otherwise. */
  readonly rider: string | null;
  readonly disabled: boolean;
  readonly onBusy: (busy: boolean) => void;
  /** Rejects with the error key of a rejected promo. */
  readonly onApply: (promo: string) => Promise<void>;
  readonly onRemove: () => Promise<void>;
  /** Called when the quote has expired. */
  readonly onExpired: () => void;
}

export function PromoSection(props: PromoSectionProps) {
  const { estimate, rider, disabled, onBusy, onApply, onRemove, onExpired } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isOpen, setOpen] = useState(false);
  const { busy, problem, run } = useSubmission();
  const change = async (step: () => Promise<void>) => {
    onBusy(true);
    try {
      await step();
      setOpen(false);
    } catch (reason) {
      if (codeOf(reason) !== 'quote_expired') throw reason;
      onExpired();
    } finally {
      onBusy(false);
    }
  };
  if (estimate.promo)
    return (
      <Box sx={{ display: 'grid', gap: 1 }}>
        <AppliedPromo
          name={estimate.promo.promo_name}
          amount={estimate.discount_amount}
          busy={busy}
          disabled={disabled}
          onRemove={() => void run(() => change(onRemove))}
        />
        {problem !== null && (
          <Typography role="alert" variant="body2" color="error">
            {errorText(problem)}
          </Typography>
        )}
      </Box>
    );
  if (!isOpen)
    return (
      <Button
        startIcon={<LocalOfferOutlined />}
        onClick={() => setOpen(true)}
        disabled={disabled}
        sx={{ justifySelf: 'start', minHeight: 44 }}
      >
        {t('promo_add')}
      </Button>
    );
  return (
    <PromoChooser
      estimate={estimate.id}
      rider={rider}
      busy={busy}
      disabled={disabled}
      problem={problem}
      onApply={(promo) => void run(() => change(() => onApply(promo)))}
    />
  );
}

interface AppliedPromoProps {
  readonly name: string;
  readonly amount: number;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}

function AppliedPromo({ name, amount, busy, disabled, onRemove }: AppliedPromoProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 1.75,
        py: 0.5,
        borderRadius: '14px',
        bgcolor: 'background.subtle',
      }}
    >
      <LocalOfferOutlined aria-hidden="true" fontSize="small" />
      <Typography role="status" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {t('promo_applied', { name, amount: money(amount) })}
      </Typography>
      <LoadingButton
        onClick={onRemove}
        loading={busy}
        disabled={disabled}
        aria-label={t('promo_remove', { name })}
      >
        {t('promo_remove_short')}
      </LoadingButton>
    </Box>
  );
}
