// Shared values of the OpenAPI examples: one trip across Montevideo, its people, and the times of its steps.

export const ids = {
  booking: '019cb0a4-6d00-7c1e-9b52-3f6a1d8e4c01',
  quote: '019cb0a3-82a0-7d44-8f10-5b2c9e7a6d02',
  rider: '0197c3f1-2e40-7a83-b6c5-91d4e8f7a203',
  driver: '0197c3f1-3de0-7b16-a4d2-78c5f1e9b304',
  admin: '0197c3f1-4d80-7c29-95e1-64b7a2d8c405',
  fleetAdmin: '0197c3f1-5d20-7d3c-86f0-53a9b4c7d506',
  carType: '0197c3f1-6cc0-7e4f-97a1-42b8c5d6e607',
  promo: '019a52d8-1c00-7f52-88b2-31c7d6e5f708',
  payment: '019cb0b1-9e20-7065-99c3-20d6e7f4a809',
  record: '019cb0b1-ae60-7178-8ad4-1fe5f8a3b90a',
  verification: '019cb0a0-44c0-728b-9be5-0ef4a9b2ca0b',
} as const;

const minute = 60_000;
/** 2 March 2026, 12:00 in Montevideo, in ms since the epoch. */
const noon = 1_772_463_600_000;
const day = 24 * 60 * minute;

/** Times of the steps of the example trip, in ms since the epoch like all times of the API. */
export const moments = {
  quoted: noon,
  booked: noon + minute,
  accepted: noon + 2 * minute,
  arrived: noon + 8 * minute,
  started: noon + 10 * minute,
  ended: noon + 25 * minute,
  paid: noon + 26 * minute,
  joined: noon - 240 * day,
  nextYear: noon + 300 * day,
} as const;

/** A recurring booking on weekdays at 8:30. */
export const recurring = {
  weekdays: [1, 2, 3, 4, 5],
  timeOfDay: '08:30',
  firstDay: '2026-03-03',
  skippedDays: ['2026-05-01'],
  /** 8:30 in Montevideo on the first day. */
  tripdate: noon + day - 210 * minute,
} as const;

export const pickup = {
  lat: -34.9058,
  lng: -56.188,
  add: 'Avenida 18 de Julio 1360, Centro, Montevideo',
};
export const drop = {
  lat: -34.9137,
  lng: -56.1494,
  add: 'Rambla República del Perú 1301, Pocitos, Montevideo',
};

/** Google encoded polylines, precision 5: the route from the pickup to the drop, and its first part. */
export const lines = {
  whole: 'fp`tE~e}uIeAkp@pO{|@nPkiAnPsv@',
  driven: 'fp`tE~e}uIeAkp@pO{|@',
} as const;

/** Fare of the trip in Uruguayan pesos; the lines add up to `total`. */
export const fare = {
  base: 60,
  perKm: 38,
  km: 4.8,
  distance: 182.4,
  perHour: 240,
  seconds: 900,
  time: 60,
  ride: 302.4,
  feePercent: 6,
  fee: 18.14,
  total: 320.54,
} as const;
