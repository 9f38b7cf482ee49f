// Tests which booking of the booking form awaits its payment, is paid, or stays unpaid.
import type { BookingResult } from '@kerb/contract';
import { testId } from '@kerb/testing';
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { usePrepayment } from './use-prepayment.ts';

const booked: BookingResult = {
  booking_id: testId(0xb00),
  reference: 'K7M2QX',
  mainData: {
    status: 'PAYMENT_PENDING',
    trip_cost: 200,
    customer: testId(0xa11),
    customer_contact: '',
    customer_email: '',
  },
};

it('keeps a booking whose payment was postponed as unpaid, until it is paid', () => {
  const { result } = renderHook(() => usePrepayment(booked, vi.fn()));
  expect(result.current).toMatchObject({ owed: booked, ready: null, waiting: null });
  act(() => result.current.onClose());
  expect(result.current).toMatchObject({ owed: null, ready: null, waiting: booked });
  act(() => result.current.onPaid());
  expect(result.current).toMatchObject({ owed: null, ready: booked, waiting: null });
});
