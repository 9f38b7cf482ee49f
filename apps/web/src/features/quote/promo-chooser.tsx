// Field for a promo's name, and the list of valid promos for this quote with their discounts.
import type { PromoOffer } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { usePromoOffers } from './use-promo-offers.ts';

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
        <Button
          type="submit"
          variant="outlined"
          loading={busy}
          disabled={disabled || name.trim() === ''}
          sx={{ minHeight: 56, flexShrink: 0 }}
        >
          {t('promo_apply')}
        </Button>
      </Box>
      <Offers estimate={estimate} rider={rider} disabled={disabled || busy} onApply={onApply} />
    </Box>
  );
}

function Offers(props: Pick<PromoChooserProps, 'estimate' | 'rider' | 'disabled' | 'onApply'>) {
  const { estimate, rider, disabled, onApply } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { offers, problem, retry } = usePromoOffers(estimate, rider);
  if (problem !== null)
    return (
      <Box role="alert" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Typography variant="body2" color="text.secondary" sx={{ flex: 1 }}>
          {errorText(problem)}
        </Typography>
        <Button onClick={retry}>{t('retry')}</Button>
      </Box>
    );
  if (offers === null)
    return (
      <Loading>
        <Placeholder height={60} />
      </Loading>
    );
  if (offers.length === 0)
    return (
      <Typography variant="body2" color="text.secondary">
        {t('promo_none')}
      </Typography>
    );
  return (
    <Box
      component="ul"
      aria-label={t('promo_list')}
      sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1, maxHeight: 260, overflowY: 'auto' }}
    >
      {offers.map((offer) => (
        <Offer key={offer.id} offer={offer} disabled={disabled} onApply={() => onApply(offer.id)} />
      ))}
    </Box>
  );
}

function Offer(props: { offer: PromoOffer; disabled: boolean; onApply: () => void }) {
  const { offer, disabled, onApply } = props;
  const { t } = useTranslation();
  const { money, dateTime } = useFormat();
  const errorText = useErrorText();
  const why =
    offer.refusal === 'promo_below_min_order'
      ? t('promo_from', { amount: money(offer.min_order) })
      : offer.refusal && errorText(offer.refusal);
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        gap: 1.5,
        alignItems: 'center',
        justifyContent: 'space-between',
        px: 1.75,
        py: 1,
        border: '1px solid',
        borderColor: 'divider',
        borderRadius: '14px',
      }}
    >
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 620 }}>{offer.promo_name}</Typography>
        {offer.promo_description !== '' && (
          <Typography variant="body2" color="text.secondary">
            <bdi>{offer.promo_description}</bdi>
          </Typography>
        )}
        <Typography variant="caption" color="text.secondary">
          {why ?? t('promo_until', { when: dateTime(offer.promo_validity) })}
        </Typography>
      </Box>
      {offer.refusal === null && (
        <Button
          variant="outlined"
          onClick={onApply}
          disabled={disabled}
          aria-label={t('promo_use', { name: offer.promo_name, amount: money(offer.discount_amount) })}
          sx={{ flexShrink: 0, minHeight: 44 }}
        >
          {t('promo_takes_off', { amount: money(offer.discount_amount) })}
        </Button>
      )}
    </Box>
  );
}
