// React hook that books an earlier ride again: fills the booking form with its places and car type, and opens the form.
import { useNavigate } from 'react-router';
import { fillBookingForm } from '../../lib/fill-booking-form.ts';
import { paths } from '../../lib/paths.ts';
import { client, useKerbDispatch } from '../../lib/store.ts';
import { useIsMounted } from '../../lib/use-is-mounted.ts';
import { useSubmission } from '../../lib/use-submission.ts';

interface Rebook {
  /** Id of the booking that is being loaded; null otherwise. */
  readonly busy: string | null;
  readonly rebook: (booking: string) => void;
}

export function useRebook(onProblem: (problem: unknown) => void): Rebook {
  const dispatch = useKerbDispatch();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const { busyKey, run } = useSubmission();
  const rebook = async (id: string) => {
    const booking = await client.getBooking({ params: { id } });
    if (!isMounted()) return;
    fillBookingForm(dispatch, booking, false);
    void navigate(paths.home);
  };
  return { busy: busyKey, rebook: (id) => void run(() => rebook(id).catch(onProblem), id) };
}
