// List of the valid promos for one quote with their discounts.
import type { PromoOffer } from '@kerb/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';

interface PromoOffersProps {
  /** Id of the quote. */
  readonly estimate: string;
  /** uid of the rider whose uses count when an admin books for them; null otherwise. */
  readonly rider: string | null;
  readonly disabled: boolean;
  readonly skeleton: ReactNode;
  readonly onApply: (promo: string) => void;
}

export function PromoOffers({ estimate, rider, disabled, skeleton, onApply }: PromoOffersProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const query = rider === null ? {} : { rider };
  const { answer, problem, reload } = shownResponse(
    answers.listPromoOffers.useQuery({ params: { id: estimate }, query }),
  );
  if (problem !== null)
    return (
      <Box role="alert" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Typography variant="body2" color="text.secondary" sx={{ flex: 1 }}>
          {errorText(problem)}
        </Typography>
        <Button onClick={reload}>{t('retry')}</Button>
      </Box>
    );
  if (answer === null) return skeleton;
  if (answer.items.length === 0)
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
      {answer.items.map((offer) => (
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
