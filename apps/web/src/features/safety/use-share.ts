// React hook that creates, shares and revokes a link to the trip.
import { useCallback, useState } from 'react';
import { client } from '../../lib/store.ts';

export interface ShareState {
  readonly link: { readonly url: string; readonly expiresAt: number } | null;
  readonly busy: boolean;
  readonly problem: unknown;
  /** True after the link was revoked in this dialog. */
  readonly ended: boolean;
}

const nothing: ShareState = { link: null, busy: false, problem: null, ended: false };

export function useShare(booking: string) {
  const [state, setState] = useState<ShareState>(nothing);

  const make = useCallback(async () => {
    setState((before) => ({ ...before, busy: true, problem: null }));
    try {
      const { url, expiresAt } = await client.shareBooking({ params: { id: booking }, body: {} });
      setState({ ...nothing, link: { url, expiresAt } });
      return url;
    } catch (problem) {
      setState({ ...nothing, problem });
      return null;
    }
  }, [booking]);

  const end = useCallback(async () => {
    setState((before) => ({ ...before, busy: true, problem: null }));
    try {
      await client.unshareBooking({ params: { id: booking } });
      setState({ ...nothing, ended: true });
    } catch (problem) {
      setState((before) => ({ ...before, busy: false, problem }));
    }
  }, [booking]);

  return { ...state, make, end };
}
