// One booking as the console shows it: the record, its track and the car, updated by live messages.
import type { BookingView, Track } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import type { TopicMessage } from '@kerb/sdk/live';
import { useCallback, useState } from 'react';
import { useLiveTopic } from '../../lib/live.ts';
import { client } from '../../lib/store.ts';
import { useLiveLoad } from '../../lib/use-live-load.ts';

export interface BookingPageState {
  /** Null until known. */
  readonly booking: BookingView | null;
  readonly problem: unknown;
  /** Null while no place of the trip is known. */
  readonly track: Track | null;
  readonly reload: () => void;
  /** Puts an answer of the API in place; null reads it again. */
  readonly show: (booking: BookingView | null) => void;
}

function withMoment(track: Track | null, message: TopicMessage): Track | null {
  const known = track ?? { entries: [], trail: '', driver: null, ahead: null };
  switch (message.type) {
    case 'typing':
    case 'event':
      return track;
    case 'position': {
      const { lat, lng, heading, at } = message;
      return { ...known, driver: { lat, lng, heading, at } };
    }
    case 'eta': {
      const { to, time_in_secs, distance_in_km, polyline } = message;
      return { ...known, ahead: { to, time_in_secs, distance_in_km, polyline } };
    }
  }
}

/** The booking, and its track once a driver has accepted; null before the driver has a position. */
async function readBooking(id: string): Promise<{ booking: BookingView; track: Track | null }> {
  const booking = await client.getBooking({ params: { id } });
  if (booking.driver_accept_time === null) return { booking, track: null };
  try {
    return { booking, track: await client.trackBooking({ params: { id } }) };
  } catch (error) {
    if (error instanceof ApiError) return { booking, track: null };
    throw error;
  }
}

export function useBookingPage(id: string): BookingPageState {
  const [booking, setBooking] = useState<BookingView | null>(null);
  const [track, setTrack] = useState<Track | null>(null);
  const read = useCallback(() => readBooking(id), [id]);
  const show = useCallback((answer: Awaited<ReturnType<typeof readBooking>>) => {
    setBooking(answer.booking);
    if (answer.track) setTrack(answer.track);
  }, []);
  const { problem, load } = useLiveLoad(read, show);
  useLiveTopic(`booking:${id}`, (message) => {
    if (message.type === 'event') return load();
    setTrack((before) => withMoment(before, message));
  });

  return {
    booking,
    problem,
    track,
    reload: load,
    show(next) {
      if (next) setBooking(next);
      load();
    },
  };
}
