// Tests the chip of a booking whose driver is not on the way: a later trip before its search, and a follow-on ride.
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startI18n } from '../lib/i18n/index.ts';
import { StatusChip } from './status-chip.tsx';

await startI18n();

const HOUR_MS = 3_600_000;

it.each([
  ['Scheduled', { status: 'NEW', acceptedAhead: false, inHours: 2 }],
  ['Finding a driver', { status: 'NEW', acceptedAhead: false, inHours: 0.5 }],
  ['Driver booked', { status: 'ACCEPTED', acceptedAhead: true, inHours: 2 }],
  ['Driver booked', { status: 'ACCEPTED', acceptedAhead: false, followOn: { pickupAt: 0 }, inHours: 0.5 }],
  ['Driver on the way', { status: 'ACCEPTED', acceptedAhead: false, inHours: 0.5 }],
] as const)('says “%s” for %j', (text, { inHours, ...booking }) => {
  const tripdate = Date.now() + inHours * HOUR_MS;
  render(<StatusChip booking={{ ...booking, bookLater: true, tripdate }} />);
  expect(screen.getByText(text)).toBeTruthy();
});
