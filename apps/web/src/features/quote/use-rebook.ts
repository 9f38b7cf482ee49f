// React hook that books an earlier ride again: fills the booking form with its places and car type, and opens the form.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { fillBookingForm } from '../../lib/fill-booking-form.ts';
import { paths } from '../../lib/paths.ts';
import { client, useKerbDispatch } from '../../lib/store.ts';

interface Rebook {
  /** Id of the booking that is being loaded; null otherwise. */
  readonly busy: string | null;
  readonly rebook: (booking: string) => void;
}

export function useRebook(onProblem: (problem: unknown) => void): Rebook {
  const dispatch = useKerbDispatch();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<string | null>(null);
  const rebook = async (id: string) => {
    setBusy(id);
    try {
      fillBookingForm(dispatch, await client.getBooking({ params: { id } }), false);
      void navigate(paths.home);
    } catch (problem) {
      onProblem(problem);
    } finally {
      setBusy(null);
    }
  };
  return { busy, rebook: (id) => void (busy === null && rebook(id)) };
}
