// One booking as the console shows it: the record, its track and the car.
import type { BookingView, Track } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { shownAnswer } from '../../lib/shown-answer.ts';

export interface BookingPageState {
  /** Null until known. */
  readonly booking: BookingView | null;
  readonly problem: unknown;
  /** Null while no place of the trip is known: before a driver has accepted, and before they have a position. */
  readonly track: Track | null;
  readonly reload: () => void;
}

export function useBookingPage(id: string): BookingPageState {
  const asked = { params: { id } };
  const { answer: booking, problem, reload } = shownAnswer(answers.getBooking.useQuery(asked));
  const isAccepted = booking !== null && booking.driver_accept_time !== null;
  const { currentData: track = null } = answers.trackBooking.useQuery(asked, { skip: !isAccepted });
  return { booking, problem, track, reload };
}
