// One booking as the console follows it: the record, its track and the car, kept current by live messages.
import type { BookingView, Track } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import type { TopicMessage } from '@kerb/sdk/live';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveState, useLiveTopic } from '../../lib/live.ts';
import { client } from '../../lib/store.ts';

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

export function useBookingPage(id: string): BookingPageState {
  const [booking, setBooking] = useState<BookingView | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [track, setTrack] = useState<Track | null>(null);
  const newest = useRef(0);
  const live = useLiveState();

  const load = useCallback(async () => {
    newest.current += 1;
    const mine = newest.current;
    // Nothing is known of where a trip is until its driver has a position.
    const track = () =>
      client.trackBooking({ params: { id } }).catch((error: unknown) => {
        if (error instanceof ApiError) return null;
        throw error;
      });
    try {
      const answer = await client.getBooking({ params: { id } });
      const way = answer.driver_accept_time === null ? null : await track();
      if (mine !== newest.current) return;
      setBooking(answer);
      if (way) setTrack(way);
      setProblem(null);
    } catch (error) {
      if (mine === newest.current) setProblem(error);
    }
  }, [id]);

  useEffect(() => void load(), [load]);
  // What happened while there was no connection is in the record.
  useEffect(() => {
    if (live === 'open') void load();
  }, [live, load]);
  useLiveTopic(`booking:${id}`, (message) => {
    if (message.type === 'event') return void load();
    setTrack((before) => withMoment(before, message));
  });

  return {
    ...{ booking, problem, track },
    reload: () => void load(),
    show(next) {
      if (next) setBooking(next);
      void load();
    },
  };
}
