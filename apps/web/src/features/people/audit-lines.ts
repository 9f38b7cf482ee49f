// Converts an audit entry to lines: each changed field with its values before and after.
import type { AuditEntry } from '@kerb/contract';

export interface AuditLine {
  readonly field: string;
  /** Undefined when the field had no value. */
  readonly before: unknown;
  readonly after: unknown;
}

const order = [
  'usertype',
  'review',
  'reviewReason',
  'firstName',
  'lastName',
  'email',
  'mobile',
  'carType',
  'vehicleMake',
  'vehicleModel',
  'vehicleNumber',
  'other_info',
  'fleetadmin',
  'bankName',
  'bankCode',
  'bankAccount',
];
const place = (field: string) => {
  const index = order.indexOf(field);
  return index === -1 ? order.length : index;
};
export const isEmptyValue = (value: unknown) => value === undefined || value === null || value === '';

/** In the order of the form; fields that are empty before and after are left out. */
export function auditLines({ before, after }: Pick<AuditEntry, 'before' | 'after'>): AuditLine[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((line) => !(isEmptyValue(line.before) && isEmptyValue(line.after)))
    .sort((a, b) => place(a.field) - place(b.field));
}
