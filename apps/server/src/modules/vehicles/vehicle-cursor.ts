// The cursor of the list of vehicles: where the page before ended, readable by the very list that gave it.
import type { VehicleSort } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import type { SortValue } from './vehicles.repository.ts';

export interface ListOrder {
  sort: VehicleSort;
  order: 'asc' | 'desc';
}

const text = z.string().refine((value) => !value.includes('\0'));
const values: Record<VehicleSort, z.ZodType<SortValue>> = {
  vehicleNumber: text,
  vehicleMake: text,
  takenAt: z.number().int(),
  createdAt: z.number().int(),
};

export const writeVehicleCursor = ({ sort, order }: ListOrder, value: SortValue, id: string): string =>
  Buffer.from(JSON.stringify([sort, order, value, id])).toString('base64url');

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

/** Throws `invalid_input` for anything that this list, in this order, has not given. */
export function readVehicleCursor(
  { sort, order }: ListOrder,
  cursor: string,
): { value: SortValue; id: string } {
  const shape = z.tuple([z.literal(sort), z.literal(order), values[sort], z.uuid()]);
  const read = shape.safeParse(parse(cursor));
  if (read.success) return { value: read.data[2], id: read.data[3] };
  const message = 'This cursor was not given by this list';
  throw new DomainError('invalid_input', undefined, [{ path: 'cursor', message }]);
}
