// Schema of the itemised fare shown to users: each line in major units, exact to settings.decimal.
import { z } from 'zod';

export const fareLine = z.object({
  kind: z.enum([
    'base',
    'distance',
    'time',
    'parcel',
    'option',
    'minimum',
    'rounding',
    'convenience_fee',
    'over_tolerance',
    'discount',
  ]),
  /**
   * Quantity that is multiplied by the rate: km or miles for distance, seconds for time, the fare for a percentage fee;
   * absent otherwise.
   */
  quantity: z.number().optional(),
  /** Price per unit (per km or mile, per hour), or the percentage of a percentage fee; absent otherwise. */
  rate: z.number().optional(),
  amount: z.number(),
});
export type FareLine = z.infer<typeof fareLine>;

export const fareBreakdown = z.object({ lines: z.array(fareLine), minimum_reached: z.boolean() });
export type FareBreakdown = z.infer<typeof fareBreakdown>;
