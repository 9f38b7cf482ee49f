// The demonstration's car types, with fares as Montevideo knows them (Uruguayan pesos, per kilometre and hour).
import { carTypeInput } from '@kerb/domain/fleet';
import type { DemoCarTypeKey } from './demo-names.ts';

const freeThenRising = (first: number, second: number) => [
  { minsDelayed: 3, amount: first },
  { minsDelayed: 8, amount: second },
];

const parcels = [
  { description: 'Envelope or documents', amount: 0 },
  { description: 'Small box, up to 5 kg', amount: 30 },
  { description: 'Large box, up to 15 kg', amount: 80 },
];

/** What a van can bring along; riders and senders are asked the same. */
const vanExtras = [
  { description: 'Child seat', amount: 60 },
  { description: 'Extra luggage', amount: 80 },
  { description: 'Help with carrying', amount: 350 },
];

/** In the order people see them. */
export const demoCarTypes = [
  {
    key: 'economy',
    ...carTypeInput.parse({
      name: 'Economy',
      image: '/cars/economy.svg',
      extra_info: 'Everyday rides for up to 4',
      base_fare: 60,
      rate_per_unit_distance: 38,
      rate_per_hour: 240,
      min_fare: 130,
      convenience_fees: 6,
      convenience_fee_type: 'percentage',
      parcelTypes: parcels,
      cancelSlab: freeThenRising(50, 90),
    }),
  },
  {
    key: 'comfort',
    ...carTypeInput.parse({
      name: 'Comfort',
      image: '/cars/comfort.svg',
      extra_info: 'Newer, roomier cars for up to 4',
      base_fare: 75,
      rate_per_unit_distance: 48,
      rate_per_hour: 320,
      min_fare: 180,
      convenience_fees: 6,
      convenience_fee_type: 'percentage',
      parcelTypes: parcels,
      cancelSlab: freeThenRising(70, 120),
    }),
  },
  {
    key: 'van',
    ...carTypeInput.parse({
      name: 'Van',
      image: '/cars/van.svg',
      extra_info: 'Groups and luggage, up to 7',
      base_fare: 110,
      rate_per_unit_distance: 65,
      rate_per_hour: 420,
      min_fare: 280,
      convenience_fees: 7.5,
      convenience_fee_type: 'percentage',
      parcelTypes: [...parcels, { description: 'Furniture', amount: 250 }],
      options: vanExtras,
      cancelSlab: freeThenRising(90, 160),
    }),
  },
  {
    key: 'moto',
    ...carTypeInput.parse({
      name: 'Moto courier',
      image: '/cars/moto.svg',
      extra_info: 'One rider or a parcel, fast through traffic',
      base_fare: 45,
      rate_per_unit_distance: 24,
      rate_per_hour: 150,
      min_fare: 95,
      convenience_fees: 9,
      convenience_fee_type: 'flat',
      parcelTypes: parcels.slice(0, 2),
      cancelSlab: freeThenRising(30, 60),
    }),
  },
] as const satisfies readonly ({ key: DemoCarTypeKey } & ReturnType<typeof carTypeInput.parse>)[];
