// Schema of a vehicle shared by several drivers, and of the plan by which a driver pays for it. Drivers' own cars are
// not shared vehicles.
import { z } from 'zod';
import { hasInvisibleCharacters } from '../kernel/index.ts';

/**
 * none: free of charge; rent: an amount per calendar day; commission: a percentage of the driver's share of each trip.
 */
export const vehiclePlanKind = z.enum(['none', 'rent', 'commission']);
export type VehiclePlanKind = z.infer<typeof vehiclePlanKind>;

/** Maximum rent per day, in major units of any currency. */
export const MAX_RENT = 1_000_000;
const COMMISSION_DECIMALS = 2;

/** Maximum number of drivers who may take one vehicle. */
export const MAX_VEHICLE_DRIVERS = 100;
/** Maximum odometer value, in the kilometres or miles that the vehicle displays. */
export const MAX_ODOMETER = 9_999_999;

/** Returns the letters and digits of a plate in lower case, so that plates that differ only in spelling are equal. */
export const plateKey = (plate: string): string => plate.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const shown = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => !hasInvisibleCharacters(text), { message: 'Holds letters that cannot be seen' });

const hasDecimals = (amount: number, decimals: number): boolean =>
  Number(amount.toFixed(decimals)) === amount;

const planFields = {
  plan: vehiclePlanKind.default('none'),
  /** Major units of the currency; set with the plan `rent` only. */
  rentPerDay: z.number().positive().max(MAX_RENT).nullable().default(null),
  /** Percent; set with the plan `commission` only. */
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

/** Fields by which riders identify a vehicle, with the same names as for a driver's own car. */
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
