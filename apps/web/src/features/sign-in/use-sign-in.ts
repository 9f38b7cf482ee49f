// The way in, as the sign-in screen walks it: ask for a code, verify it, ask again, turn back.
import type { Me } from '@kerb/contract';
import { clearLoginError, fetchUser, mobileSignIn, requestOtp, signOut } from '@kerb/sdk/store';
import { useState } from 'react';
import { client, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { placeProblem, type SignInProblems } from './sign-in-problem.ts';

export interface SignIn {
  readonly verificationId: string | null;
  /** Where the code went, in E.164. */
  readonly mobile: string | null;
  /** ms since the epoch, the server's clock. */
  readonly resendAt: number | null;
  readonly loading: boolean;
  readonly checking: boolean;
  readonly problems: SignInProblems;
  readonly ask: (mobile: string) => void;
  readonly verify: (otp: string) => void;
  /** Back to the phone step, with the number to change. */
  readonly changeNumber: () => void;
  /** Back to the beginning: phone and verification id are cleared, the code is worth nothing. */
  readonly cancel: () => void;
  readonly clearProblem: () => void;
  /** The code was right, and the session waits for the person's second factor. */
  readonly awaitsSecondFactor: boolean;
  /** The second factor is proved. */
  readonly goOn: () => Promise<void>;
  /** Signs out without it, back to the phone step. */
  readonly cancelSecondFactor: () => void;
}

export function useSignIn(onSignedIn?: (user: Me) => void): SignIn {
  const dispatch = useKerbDispatch();
  const { verificationId, sent, loading, checking, error, secondFactor } = useKerbSelector(
    (state) => state.auth,
  );
  const [asked, setAsked] = useState<string | null>(null);

  const discardCode = () => {
    if (verificationId !== null)
      client.cancelOtp({ params: { id: verificationId } }).catch(() => {
        // It ends by itself in a few minutes.
      });
    dispatch(clearLoginError());
  };
  return {
    verificationId,
    mobile: sent?.mobile ?? asked,
    resendAt: sent?.resendAt ?? null,
    loading,
    checking,
    problems: placeProblem(error, verificationId === null ? 'phone' : 'code', asked !== null),
    ask: (mobile) => {
      setAsked(mobile);
      void dispatch(requestOtp(mobile));
    },
    verify: (otp) => {
      if (verificationId === null) return;
      void dispatch(mobileSignIn({ verificationId, otp })).then((done) => {
        if (mobileSignIn.fulfilled.match(done)) onSignedIn?.(done.payload);
      });
    },
    changeNumber: discardCode,
    cancel: () => {
      discardCode();
      setAsked(null);
    },
    clearProblem: () => dispatch(clearLoginError()),
    awaitsSecondFactor: secondFactor !== null,
    goOn: async () => {
      const known = await dispatch(fetchUser());
      if (fetchUser.fulfilled.match(known)) onSignedIn?.(known.payload);
    },
    cancelSecondFactor: () => {
      setAsked(null);
      void dispatch(signOut());
    },
  };
}
