// Promos of the generated past, each with the number of days before its end at which it was created, and its validity.
import type { PromoInput } from '@kerb/domain/fare';

export interface PastPromo {
  key: string;
  /**
   * Days before the end of the past, as in `validUntilDaysAgo`, which is negative for a promo that is valid beyond the
   * end.
   */
  madeDaysAgo: number;
  validUntilDaysAgo: number;
  input: Omit<PromoInput, 'promo_validity'>;
}

export const pastPromos: readonly PastPromo[] = [
  {
    key: 'welcome',
    madeDaysAgo: 88,
    validUntilDaysAgo: -120,
    input: {
      promo_name: 'BIENVENIDA',
      promo_description: '100 pesos de descuento en un viaje',
      promo_discount_type: 'flat',
      promo_discount_value: 100,
      max_promo_discount_value: null,
      min_order: 250,
      promo_usage_limit: 500,
    },
  },
  {
    key: 'weekend',
    madeDaysAgo: 60,
    validUntilDaysAgo: -45,
    input: {
      promo_name: 'FINDE20',
      promo_description: '20 % de descuento, hasta 120 pesos',
      promo_discount_type: 'percentage',
      promo_discount_value: 20,
      max_promo_discount_value: 120,
      min_order: 0,
      promo_usage_limit: 200,
    },
  },
  {
    key: 'rain',
    madeDaysAgo: 40,
    validUntilDaysAgo: 19,
    input: {
      promo_name: 'LLUVIA',
      promo_description: '60 pesos de descuento en días de lluvia',
      promo_discount_type: 'flat',
      promo_discount_value: 60,
      max_promo_discount_value: null,
      min_order: 150,
      promo_usage_limit: 25,
    },
  },
];
