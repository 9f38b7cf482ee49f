// Tests which booking of the booking form awaits its payment, is paid, or stays unpaid.
import { aBooking } from '@kerb/testing';
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { usePrepayment } from './use-prepayment.ts';

const mainData = aBooking({ status: 'PAYMENT_PENDING' });
const { id: booking_id, reference } = mainData;

it('keeps a booking whose payment was postponed as unpaid, until it is paid', () => {
  const booked = { booking_id, reference, mainData };
  const { result } = renderHook(() => usePrepayment(booked, vi.fn()));
  expect(result.current).toMatchObject({ owed: booked, ready: null, waiting: null });
  act(() => result.current.onClose());
  expect(result.current).toMatchObject({ owed: null, ready: null, waiting: booked });
  act(() => result.current.onPaid());
  expect(result.current).toMatchObject({ owed: null, ready: booked, waiting: null });
});
