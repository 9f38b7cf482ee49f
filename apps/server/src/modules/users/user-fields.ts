// The fields of a user that managers may write, and their form in the audit trail.
import type { UserPatch } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { DomainError } from '@kerb/domain/kernel';
import type { DirectoryRow } from './directory.repository.ts';

export type WritableFields = Omit<UserPatch, 'firstName' | 'lastName' | 'usertype'>;

const vehicleFields = ['carType', 'vehicleMake', 'vehicleModel', 'vehicleNumber', 'other_info'] as const;
const driverFields = [...vehicleFields, 'fleetadmin'] as const;
const bankFields = ['bankName', 'bankCode', 'bankAccount'] as const;

const refuse = (code: 'forbidden' | 'invalid_input', path: string, message: string): DomainError =>
  new DomainError(code, undefined, [{ path, message }]);

/**
 * Throws `invalid_input` for a driver's field of a user who is not a driver, and `forbidden` for bank details while
 * bank fields are off. Empty fields are ignored.
 */
export function guardFields(
  fields: WritableFields,
  usertype: Usertype,
  settings: { bank_fields: boolean },
): void {
  for (const field of driverFields)
    if (fields[field] && usertype !== 'driver') throw refuse('invalid_input', field, 'Of drivers only');
  for (const field of bankFields)
    if (fields[field] && !settings.bank_fields) throw refuse('forbidden', field, 'Cannot be changed');
}

/** Throws `forbidden` when a fleet admin would add a user who is not a driver, or assign a driver to another fleet. */
export function guardFleetFields(
  fields: Pick<UserPatch, 'usertype' | 'fleetadmin'>,
  fleetadmin: string,
): void {
  if (fields.usertype !== undefined && fields.usertype !== 'driver')
    throw refuse('forbidden', 'usertype', 'Cannot be changed');
  if (fields.fleetadmin !== undefined && fields.fleetadmin !== fleetadmin)
    throw refuse('forbidden', 'fleetadmin', 'Cannot be changed');
}

/**
 * Throws `forbidden` when a fleet admin would change a driver's bank account, which only the driver or an admin may do.
 * The current value, and an empty field of a new driver, is accepted.
 */
export function guardFleetBank(fields: WritableFields, present: DirectoryRow | null): void {
  const known = {
    bankName: present?.bank_name ?? '',
    bankCode: present?.bank_code ?? '',
    bankAccount: present?.bank_account ?? '',
  };
  for (const field of bankFields)
    if (fields[field] !== undefined && fields[field] !== known[field])
      throw refuse('forbidden', field, 'Cannot be changed');
}

export const driverPart = (fields: WritableFields) => ({
  carType: fields.carType,
  vehicleMake: fields.vehicleMake,
  vehicleModel: fields.vehicleModel,
  vehicleNumber: fields.vehicleNumber,
  other_info: fields.other_info,
  fleetadmin: fields.fleetadmin,
});

export const bankPart = (fields: WritableFields) => ({
  bankName: fields.bankName,
  bankCode: fields.bankCode,
  bankAccount: fields.bankAccount,
});

/**
 * The record for comparison by the audit trail, with the field names of the specification; empty fields are left out.
 */
export function auditedFields(row: DirectoryRow): Record<string, string> {
  const fields: Record<string, string | null> = {
    usertype: row.usertype,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    mobile: row.mobile,
    bankName: row.bank_name,
    bankCode: row.bank_code,
    bankAccount: row.bank_account,
    carType: row.car_type,
    vehicleMake: row.vehicle_make,
    vehicleModel: row.vehicle_model,
    vehicleNumber: row.vehicle_number,
    other_info: row.other_info,
    fleetadmin: row.fleetadmin,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
  );
}
