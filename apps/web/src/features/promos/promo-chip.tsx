// Chip that shows whether riders can use a promo now, and otherwise the reason.
import type { Promo } from '@kerb/domain/fare';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/use-now.ts';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';

type PromoState = 'active' | 'expired' | 'used_up';

const tones: Record<PromoState, Tone> = { active: 'done', expired: 'waiting', used_up: 'due' };
/** A promo that ends within this time gets a running clock, so that its chip changes on time. */
const soonMs = 3_600_000;

function promoStateOf(promo: Promo, now: number): PromoState {
  if (now > promo.promo_validity) return 'expired';
  return promo.user_avail >= promo.promo_usage_limit ? 'used_up' : 'active';
}

export function PromoChip({ promo }: { promo: Promo }) {
  const { t } = useTranslation();
  const endsSoon = Math.abs(promo.promo_validity - Date.now()) < soonMs;
  const state = promoStateOf(promo, useNow(endsSoon));
  return <ToneChip tone={tones[state]}>{t(`promos_state_${state}`)}</ToneChip>;
}
