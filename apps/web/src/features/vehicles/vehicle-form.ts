// State of a shared vehicle's form: its fields, how they are parsed, and their validation by the server's rules.
import type { Vehicle, VehicleRequest } from '@kerb/contract';
import { type VehiclePlanKind, vehicleInput } from '@kerb/domain/fleet';
import { numberText, parseAmount, parseNumber } from '../../ui/parse-amount.ts';

export interface Chosen {
  readonly uid: string;
  readonly name: string;
}

export interface VehicleForm {
  vehicleNumber: string;
  vehicleMake: string;
  vehicleModel: string;
  carType: string;
  other_info: string;
  plan: VehiclePlanKind;
  /** As typed, in the number format of the language; used only for the rent plan. */
  rentPerDay: string;
  commissionPercent: string;
  /** Null for a vehicle of the platform. */
  fleet: Chosen | null;
  drivers: readonly Chosen[];
}

export interface Writing {
  readonly locale: string;
  /** Number of decimals of the currency. */
  readonly decimals: number;
}

const textOf = (value: number | null, locale: string): string =>
  value === null ? '' : numberText(value, locale);

export function formOf(vehicle: Vehicle | null, { locale }: Pick<Writing, 'locale'>): VehicleForm {
  return {
    vehicleNumber: vehicle?.vehicleNumber ?? '',
    vehicleMake: vehicle?.vehicleMake ?? '',
    vehicleModel: vehicle?.vehicleModel ?? '',
    carType: vehicle?.carType ?? '',
    other_info: vehicle?.other_info ?? '',
    plan: vehicle?.plan ?? 'none',
    rentPerDay: textOf(vehicle?.rentPerDay ?? null, locale),
    commissionPercent: textOf(vehicle?.commissionPercent ?? null, locale),
    fleet: vehicle?.fleetadmin ? { uid: vehicle.fleetadmin, name: vehicle.fleet } : null,
    drivers: vehicle?.drivers ?? [],
  };
}

export const checkedFields = [
  'vehicleNumber',
  'vehicleMake',
  'vehicleModel',
  'carType',
  'other_info',
  'rentPerDay',
  'commissionPercent',
] as const;
export type CheckedField = (typeof checkedFields)[number];

/** The request to send; or the invalid fields. */
export function readForm(
  form: VehicleForm,
  { locale, decimals }: Writing,
): { input: VehicleRequest } | { wrong: readonly CheckedField[] } {
  const { fleet, drivers: _, rentPerDay, commissionPercent, ...fields } = form;
  const read = vehicleInput.safeParse({
    ...fields,
    // The schema rejects NaN as an invalid amount.
    rentPerDay: form.plan === 'rent' ? (parseAmount(rentPerDay, decimals, locale) ?? Number.NaN) : null,
    commissionPercent: form.plan === 'commission' ? parseNumber(commissionPercent, locale) : null,
  });
  if (read.success) return { input: { ...read.data, fleetadmin: fleet?.uid ?? null } };
  const paths = new Set(read.error.issues.map(({ path }) => path[0]));
  return { wrong: checkedFields.filter((field) => paths.has(field)) };
}
