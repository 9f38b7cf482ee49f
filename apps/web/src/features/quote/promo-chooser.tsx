// Field for a promo's name, and the list of valid promos for this quote with their discounts.
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadWithRetries } from '../../lib/load-with-retries.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

// Loaded when a user opens the list, because the response cache is not part of a visitor's load. A promo's name can be
// entered without the list.
const PromoOffers = lazy(async () => {
  const { PromoOffers } = await loadWithRetries(() => import('./promo-offers.tsx'));
  return { default: PromoOffers };
});

interface PromoChooserProps {
  /** Id of the quote. */
  readonly estimate: string;
  readonly rider: string | null;
  readonly busy: boolean;
  readonly disabled: boolean;
  /** Error of the last attempt; null without an error. */
  readonly problem: unknown;
  readonly onApply: (promo: string) => void;
}

export function PromoChooser({ estimate, rider, busy, disabled, problem, onApply }: PromoChooserProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [name, setName] = useState('');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Stop the event from bubbling to the booking form around the dialog.
          event.stopPropagation();
          if (name.trim() !== '') onApply(name.trim());
        }}
        sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}
      >
        <TextField
          label={t('promo_name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={problem !== null}
          helperText={problem === null ? undefined : errorText(problem)}
          autoFocus
          fullWidth
          autoComplete="off"
          slotProps={{
            htmlInput: { maxLength: 60, autoCapitalize: 'characters' },
            formHelperText: { role: 'alert' },
          }}
        />
        <LoadingButton
          type="submit"
          variant="outlined"
          loading={busy}
          disabled={disabled || name.trim() === ''}
          sx={{ minHeight: 56, flexShrink: 0 }}
        >
          {t('promo_apply')}
        </LoadingButton>
      </Box>
      <Suspense fallback={<OffersSkeleton />}>
        <PromoOffers
          estimate={estimate}
          rider={rider}
          disabled={disabled || busy}
          skeleton={<OffersSkeleton />}
          onApply={onApply}
        />
      </Suspense>
    </Box>
  );
}

function OffersSkeleton() {
  return (
    <Loading>
      <Placeholder height={60} />
    </Loading>
  );
}
