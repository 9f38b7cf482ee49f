// What the people's lists may be sorted by.
import type { UserSort } from '@kerb/contract';

const sorts: readonly UserSort[] = [
  'createdAt',
  'firstName',
  'lastName',
  'email',
  'mobile',
  'walletBalance',
  'rating',
  'vehicleNumber',
];

/** A column's field as the API sorts by it; anything else sorts by when people came. */
export function toUserSort(field: string): UserSort {
  return sorts.find((sort) => sort === field) ?? 'createdAt';
}
