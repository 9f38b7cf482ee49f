// A car type: its tariff and, for deliveries, its parcel types and options. Amounts are in major units of the currency.
import { z } from 'zod';

export const feeType = z.enum(['flat', 'percentage']);
export type FeeType = z.infer<typeof feeType>;

const price = z.number().min(0).max(1_000_000);

export const pricedChoice = z.object({ description: z.string().trim().min(1).max(120), amount: price });
export type PricedChoice = z.infer<typeof pricedChoice>;

export const cancelSlab = z.object({ minsDelayed: z.number().min(0).max(1440), amount: price });
export type CancelSlab = z.infer<typeof cancelSlab>;

/** The numbers a fare is made of. rate_per_unit_distance is per mile when convert_to_mile is on, else per km. */
export const tariff = z.object({
  base_fare: price.default(0),
  rate_per_unit_distance: price,
  rate_per_hour: price,
  min_fare: price,
  convenience_fees: price.default(0),
  convenience_fee_type: feeType.default('flat'),
});
export type Tariff = z.infer<typeof tariff>;

export const carTypeInput = tariff.extend({
  name: z.string().trim().min(1).max(60),
  image: z.string().trim().max(500).default(''),
  extra_info: z.string().trim().max(300).default(''),
  parcelTypes: z.array(pricedChoice).max(30).default([]),
  options: z.array(pricedChoice).max(30).default([]),
  cancelSlab: z.array(cancelSlab).max(20).default([]),
});
export type CarTypeInput = z.infer<typeof carTypeInput>;

export const carType = carTypeInput.extend({ id: z.string(), createdAt: z.number() });
export type CarType = z.infer<typeof carType>;
