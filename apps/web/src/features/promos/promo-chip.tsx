// Chip that shows whether riders can use a promo now, and otherwise the reason.
import type { Promo } from '@kerb/domain/fare';
import { useTranslation } from 'react-i18next';
import { useHasPassed } from '../../lib/use-has-passed.ts';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';

type PromoState = 'active' | 'expired' | 'used_up';

const tones: Record<PromoState, Tone> = { active: 'done', expired: 'waiting', used_up: 'due' };
function promoStateOf(promo: Promo, isExpired: boolean): PromoState {
  if (isExpired) return 'expired';
  return promo.user_avail >= promo.promo_usage_limit ? 'used_up' : 'active';
}

export function PromoChip({ promo }: { promo: Promo }) {
  const { t } = useTranslation();
  const state = promoStateOf(promo, useHasPassed(promo.promo_validity));
  return <ToneChip tone={tones[state]}>{t(`promos_state_${state}`)}</ToneChip>;
}
