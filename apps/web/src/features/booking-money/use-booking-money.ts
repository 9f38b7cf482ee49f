// React hook that loads the payments and refunds of a booking.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';

export interface BookingMoneyState {
  readonly money: RouteAnswer<Routes['getBookingMoney']> | null;
  readonly problem: unknown;
  readonly reload: () => void;
}

/** `booking` null loads nothing, for viewers who are not allowed to see payments. */
export function useBookingMoney(booking: string | null): BookingMoneyState {
  const args = booking === null ? skipToken : { params: { id: booking } };
  const { answer, problem, reload } = shownResponse(answers.getBookingMoney.useQuery(args));
  return { money: booking === null ? null : answer, problem, reload };
}
