// Tests of the instructions that a recurring delivery is presented with after edits of its car type.
import { instructionData } from '@kerb/domain/booking';
import { type CarType, carTypeInput } from '@kerb/domain/fleet';
import { describe, expect, it } from 'vitest';
import { presentExported, presentRecurringBooking } from './recurring-bookings.presenter.ts';
import type { RecurringBookingRow } from './recurring-bookings.tables.ts';

const delivery: RecurringBookingRow = {
  id: 'a delivery',
  rider: 'a rider',
  pickup: { lat: 1, lng: 2, add: 'Here' },
  drop_point: { lat: 3, lng: 4, add: 'There' },
  waypoints: [],
  car_type: 'a van',
  instruction_data: instructionData.parse({ deliveryPerson: 'Ana', parcelTypeIndex: 0, optionIndex: 1 }),
  parcel_type: 'Documents',
  option: 'Insured',
  payment_mode: 'cash',
  weekdays: [1],
  time_of_day: '08:30',
  first_day: '2026-03-02',
  last_day: null,
  skipped_days: [],
  created_by: 'an admin',
  created_at: 0,
  stopped_at: 0,
  stopped_by: null,
};

const van = (parcelTypes: string[], options: string[]): CarType => ({
  ...carTypeInput.parse({
    name: 'Van',
    base_fare: 50,
    rate_per_unit_distance: 30,
    rate_per_hour: 600,
    min_fare: 120,
    parcelTypes: parcelTypes.map((description) => ({ description, amount: 10 })),
    options: options.map((description) => ({ description, amount: 10 })),
  }),
  id: 'a van',
  createdAt: 0,
  version: 1,
});

const presented = (types: CarType[], row = delivery) =>
  presentRecurringBooking(row, {
    now: 0,
    today: '2026-03-02',
    timezone: 'UTC',
    users: new Map(),
    types,
    bookings: new Map(),
    days: [],
  }).instructionData;

describe('the instructions of a recurring delivery', () => {
  it.each<[what: string, types: CarType[], parcelTypeIndex: number | null, optionIndex: number | null]>([
    ['unchanged lists', [van(['Documents', 'Box'], ['Fragile', 'Insured'])], 0, 1],
    ['lists in which the choices moved', [van(['Piano', 'Documents'], ['Insured'])], 1, 0],
    ['a list without the parcel type', [van(['Box'], ['Fragile', 'Insured'])], null, 1],
    ['a list without the option', [van(['Documents'], ['Fragile'])], 0, null],
    ['a deleted car type', [], null, null],
  ])('have the indexes of its choices in %s', (_, types, parcelTypeIndex, optionIndex) => {
    expect(presented(types)).toMatchObject({ deliveryPerson: 'Ana', parcelTypeIndex, optionIndex });
  });

  it('without choices have no index', () => {
    const row = {
      ...delivery,
      instruction_data: instructionData.parse({}),
      parcel_type: null,
      option: null,
    };
    expect(presented([van(['Box'], ['Fragile'])], row)).toEqual(instructionData.parse({}));
  });

  it('have descriptions instead of indexes in the data export', () => {
    expect(presentExported(delivery).instructionData).toEqual({
      deliveryPerson: 'Ana',
      deliveryPersonPhone: '',
      pickUpInstructions: '',
      deliveryInstructions: '',
      parcelType: 'Documents',
      option: 'Insured',
    });
  });

  it('of a taxi trip are null', () => {
    const row = { ...delivery, instruction_data: null, parcel_type: null, option: null };
    expect(presented([van(['Box'], [])], row)).toBeNull();
    expect(presentExported(row).instructionData).toBeNull();
  });
});
