// Schema of a promo as the operator enters it; amounts in major units, times in ms since the epoch.
import { z } from 'zod';
import { feeType } from '../fleet/index.ts';
import { hasInvisibleCharacters, rowVersion } from '../kernel/index.ts';

const amount = z.number().min(0).max(1_000_000);

/** Matches text with at least one visible letter, digit, punctuation mark or symbol. */
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

const promoFields = z.object({
  /** Name that riders see and type; letter case makes no difference. */
  promo_name: z.string().trim().min(1).max(60),
  promo_description: z.string().trim().max(300).default(''),
  promo_discount_type: feeType.default('flat'),
  /** An amount, or percent of trip_cost (15 = 15 %). */
  promo_discount_value: amount.positive(),
  /** Maximum discount of a percentage promo; null: no limit. */
  max_promo_discount_value: amount.positive().nullable().default(null),
  /** Minimum trip_cost to which the promo applies. */
  min_order: amount.default(0),
  /** Last time at which the promo is valid. */
  promo_validity: z.number().int().min(0).max(8_640_000_000_000_000),
  promo_usage_limit: z.number().int().min(1).max(10_000_000),
});

export const promoInput = promoFields
  .refine(
    ({ promo_discount_type, promo_discount_value }) =>
      promo_discount_type === 'flat' || promo_discount_value <= 100,
    { path: ['promo_discount_value'], message: 'At most 100 percent' },
  )
  .refine(({ promo_name }) => visible.test(promo_name) && !hasInvisibleCharacters(promo_name), {
    path: ['promo_name'],
    message: 'Holds letters that cannot be seen',
  });
export type PromoInput = z.infer<typeof promoInput>;

/** The complete promo after the change, based on the version that was read. */
export const promoUpdate = promoInput.safeExtend({ version: rowVersion() });
export type PromoUpdate = z.infer<typeof promoUpdate>;

export const promo = promoFields.extend({
  id: z.string(),
  /** How many bookings have used it so far (specification §3: read-only count). */
  user_avail: z.number().int(),
  createdAt: z.number(),
  /** Incremented by each edit: an edit of an outdated version is rejected as a conflict. */
  version: z.number().int(),
});
export type Promo = z.infer<typeof promo>;

/** Fields of a promo that its bookings store. */
export const promoDetails = z.object({ promo_key: z.string(), promo_name: z.string() });
export type PromoDetails = z.infer<typeof promoDetails>;
