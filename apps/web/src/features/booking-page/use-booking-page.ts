// React hook that loads one booking for the console: the record, its track and the car.
import type { BookingView, Track } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';

export interface BookingPageState {
  /** Null while loading. */
  readonly booking: BookingView | null;
  readonly problem: unknown;
  /** Null while the trip has no positions: before a driver has accepted, and before their first position. */
  readonly track: Track | null;
  readonly reload: () => void;
}

export function useBookingPage(id: string): BookingPageState {
  const asked = { params: { id } };
  const { answer: booking, problem, reload } = shownResponse(answers.getBooking.useQuery(asked));
  const isAccepted = booking !== null && booking.driver_accept_time !== null;
  const { currentData: track = null } = answers.trackBooking.useQuery(asked, { skip: !isAccepted });
  return { booking, problem, track, reload };
}
