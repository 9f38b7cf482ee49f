// A vehicle that several drivers share, apart from the car a driver owns, and what a driver pays for having it.
import { z } from 'zod';
import { holdsHiddenLetters } from '../kernel/index.ts';

/** none: free of charge; rent: an amount for each calendar day; commission: a part of the driver's share of each trip. */
export const vehiclePlanKind = z.enum(['none', 'rent', 'commission']);
export type VehiclePlanKind = z.infer<typeof vehiclePlanKind>;

/** No rent of a day is above this, in major units of any currency. */
export const MOST_RENT = 1_000_000;
const COMMISSION_DECIMALS = 2;

/** Drivers who may take one vehicle. */
export const MOST_VEHICLE_DRIVERS = 100;
/** Kilometres or miles, as the vehicle shows them. */
export const MOST_ODOMETER = 9_999_999;

/** Letters and digits in lower case: two plates that differ only in spelling are the same plate. */
export const plateKey = (plate: string): string => plate.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const shown = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => !holdsHiddenLetters(text), { message: 'Holds letters that cannot be seen' });

const hasDecimals = (amount: number, decimals: number): boolean =>
  Number(amount.toFixed(decimals)) === amount;

const planFields = {
  plan: vehiclePlanKind.default('none'),
  /** Major units of the currency; only with the plan `rent`. */
  rentPerDay: z.number().positive().max(MOST_RENT).nullable().default(null),
  /** Percent; only with the plan `commission`. */
  commissionPercent: z
    .number()
    .positive()
    .max(100)
    .refine((percent) => hasDecimals(percent, COMMISSION_DECIMALS), {
      message: `At most ${COMMISSION_DECIMALS} digits after the decimal point`,
    })
    .nullable()
    .default(null),
};

/** What identifies a vehicle to riders; the names are those of a driver's own car. */
export const vehicleFields = z.object({
  vehicleNumber: shown(20).refine((plate) => plateKey(plate) !== '', {
    message: 'A plate has a letter or digit',
  }),
  vehicleMake: shown(40),
  vehicleModel: shown(40),
  carType: z.uuid().toLowerCase(),
  other_info: shown(200).default(''),
});

export const vehicleInput = vehicleFields.extend(planFields).superRefine((input, issues) => {
  for (const [field, plan] of [
    ['rentPerDay', 'rent'],
    ['commissionPercent', 'commission'],
  ] as const)
    if ((input[field] !== null) !== (input.plan === plan))
      issues.addIssue({
        code: 'custom',
        path: [field],
        message: input.plan === plan ? 'The plan needs it' : 'Belongs to another plan',
      });
});
export type VehicleInput = z.infer<typeof vehicleInput>;
