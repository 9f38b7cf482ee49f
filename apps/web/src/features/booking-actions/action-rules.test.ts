// Tests that each action is enabled exactly in the cases of the specification, and gives its reason in the others.
import { bookingStatus, type PaymentMode } from '@kerb/domain/booking';
import type { Usertype } from '@kerb/domain/identity';
import { expect, it } from 'vitest';
import { actionsFor, type ConsoleAction } from './action-rules.ts';

const enabledIn = (
  action: ConsoleAction,
  usertype: Usertype,
  {
    autoDispatch = false,
    payment_mode = 'cash',
  }: { autoDispatch?: boolean; payment_mode?: PaymentMode } = {},
) =>
  bookingStatus.options.filter((status) =>
    actionsFor({ status, payment_mode }, usertype, { autoDispatch }).some(
      (state) => state.action === action && state.disabledReason === null,
    ),
  );

it('lets riders and admins cancel a booking that is NEW, ACCEPTED or PAYMENT_PENDING', () => {
  expect(enabledIn('cancel', 'rider')).toEqual(['PAYMENT_PENDING', 'NEW', 'ACCEPTED']);
  // An admin also cancels when the driver is gone after the arrival.
  expect(enabledIn('cancel', 'admin')).toEqual(['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED']);
});

it('lets an admin assign a driver to a NEW booking while automatic search is off', () => {
  expect(enabledIn('assign', 'admin')).toEqual(['NEW']);
  expect(enabledIn('assign', 'admin', { autoDispatch: true })).toEqual([]);
  expect(enabledIn('assign', 'rider')).toEqual([]);
  expect(actionsFor({ status: 'NEW', payment_mode: 'cash' }, 'admin', { autoDispatch: true })).toContainEqual(
    {
      action: 'assign',
      disabledReason: 'assign_auto',
    },
  );
});

it('lets only a rider pay, and only a PENDING booking', () => {
  expect(enabledIn('pay', 'rider')).toEqual(['PENDING']);
  expect(enabledIn('pay', 'admin')).toEqual([]);
});

it('lets only an admin charge a trip to the wallet, and only one that is over and not paid', () => {
  expect(enabledIn('charge', 'admin')).toEqual(['REACHED', 'PENDING']);
  expect(enabledIn('charge', 'rider')).toEqual([]);
});

it('lets only an admin confirm the cash of a driver who does not, and only for a trip paid in cash', () => {
  expect(enabledIn('collect', 'admin')).toEqual(['REACHED', 'PENDING']);
  expect(enabledIn('collect', 'admin', { payment_mode: 'card' })).toEqual([]);
  expect(enabledIn('collect', 'rider')).toEqual([]);
});

it('lets only an admin end a trip that has started', () => {
  expect(enabledIn('end', 'admin')).toEqual(['STARTED']);
  expect(enabledIn('end', 'rider')).toEqual([]);
});

it.each(['driver', 'fleetadmin'] as const)('offers a %s nothing', (usertype) => {
  for (const status of bookingStatus.options)
    expect(actionsFor({ status, payment_mode: 'cash' }, usertype, { autoDispatch: false })).toEqual([]);
});

it('gives a reason for every disabled action', () => {
  for (const status of bookingStatus.options)
    expect(actionsFor({ status, payment_mode: 'cash' }, 'rider', { autoDispatch: false })).toEqual([
      { action: 'pay', disabledReason: status === 'PENDING' ? null : 'pay_status' },
      {
        action: 'cancel',
        disabledReason: ['PAYMENT_PENDING', 'NEW', 'ACCEPTED'].includes(status) ? null : 'cancel_status',
      },
    ]);
});
