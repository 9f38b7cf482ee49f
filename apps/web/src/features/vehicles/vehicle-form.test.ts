// Tests the form of a vehicle: parses numbers in the language's format, and applies the server's rules.
import type { Vehicle } from '@kerb/contract';
import { expect, it } from 'vitest';
import { formOf, readForm, type VehicleForm } from './vehicle-form.ts';

const en = { locale: 'en-US', decimals: 2 };
const es = { locale: 'es-UY', decimals: 2 };
const typed: VehicleForm = {
  ...formOf(null, en),
  vehicleNumber: ' STX 1234 ',
  vehicleMake: 'Fiat',
  vehicleModel: 'Cronos',
  carType: '0193e000-0000-7000-8000-00000000c0de',
};
const read = (change: Partial<VehicleForm>, writing = en) => {
  const result = readForm({ ...typed, ...change }, writing);
  return 'input' in result ? result.input : result.wrong;
};

it('sends only the amount of its plan, also when both were typed', () => {
  const both = { rentPerDay: '900', commissionPercent: '12.5' };
  expect(read(both)).toMatchObject({
    vehicleNumber: 'STX 1234',
    plan: 'none',
    rentPerDay: null,
    commissionPercent: null,
    fleetadmin: null,
  });
  expect(read({ ...both, plan: 'rent' })).toMatchObject({ rentPerDay: 900, commissionPercent: null });
  expect(read({ ...both, plan: 'commission' })).toMatchObject({ rentPerDay: null, commissionPercent: 12.5 });
  expect(read({ plan: 'rent', rentPerDay: '1.234,50' }, es)).toMatchObject({ rentPerDay: 1234.5 });
});

it.each([
  ['no plate', { vehicleNumber: ' ' }, ['vehicleNumber']],
  ['no car type', { carType: '' }, ['carType']],
  ['a rent that is no amount', { plan: 'rent', rentPerDay: 'much' }, ['rentPerDay']],
  ['a rent of nothing', { plan: 'rent', rentPerDay: '0' }, ['rentPerDay']],
  ['a rent finer than the currency', { plan: 'rent', rentPerDay: '9.995' }, ['rentPerDay']],
  ['a commission above 100', { plan: 'commission', commissionPercent: '101' }, ['commissionPercent']],
  ['no commission', { plan: 'commission', commissionPercent: '' }, ['commissionPercent']],
] as const)('marks %s', (_, change, wrong) => {
  expect(read(change)).toEqual(wrong);
});

it('starts with the stored values, in the number format of the language', () => {
  const vehicle: Vehicle = {
    id: 'car',
    vehicleNumber: 'STX 1234',
    vehicleMake: 'Fiat',
    vehicleModel: 'Cronos',
    carType: typed.carType,
    carTypeName: 'Economy',
    other_info: '',
    plan: 'commission',
    rentPerDay: null,
    commissionPercent: 12.5,
    state: 'free',
    takenAt: null,
    takenByName: '',
    takenBy: null,
    agreed: null,
    fleetadmin: 'fay',
    fleet: 'Fay Luz',
    drivers: [{ uid: 'leo', name: 'Leo Paz' }],
    createdAt: 1,
    version: 1,
    retiredAt: null,
  };
  const form = formOf(vehicle, es);
  expect(form).toMatchObject({ rentPerDay: '', commissionPercent: '12,5', drivers: vehicle.drivers });
  expect(readForm(form, es)).toMatchObject({
    input: { commissionPercent: 12.5, rentPerDay: null, fleetadmin: 'fay' },
  });
});
