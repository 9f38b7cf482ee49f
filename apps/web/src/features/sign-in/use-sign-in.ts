// React hook for the steps of the sign-in: request a code, verify it, request another one, go back.
import type { Me } from '@kerb/contract';
import { clearLoginError, fetchUser, mobileSignIn, requestOtp } from '@kerb/sdk/store';
import { useState } from 'react';
import { signOutUser } from '../../lib/sign-out.ts';
import { client, useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { placeProblem, type SignInProblems } from './sign-in-problem.ts';

export interface SignIn {
  readonly verificationId: string | null;
  /** Number to which the code was sent, in E.164. */
  readonly mobile: string | null;
  /** When another code can be requested, ms since the epoch by the server's clock. */
  readonly resendAt: number | null;
  readonly loading: boolean;
  readonly checking: boolean;
  readonly problems: SignInProblems;
  readonly ask: (mobile: string) => void;
  readonly verify: (otp: string) => void;
  /** Returns to the phone step, to change the number. */
  readonly changeNumber: () => void;
  /** Returns to the start: clears the phone number and invalidates the code. */
  readonly cancel: () => void;
  readonly clearProblem: () => void;
  /** True when the code was right and the session requires a second factor. */
  readonly awaitsSecondFactor: boolean;
  /** Call it after the second factor was verified. */
  readonly goOn: () => Promise<void>;
  /** Signs out without the second factor, back to the phone step. */
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
        // Ignored: the verification expires in a few minutes anyway.
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
      void signOutUser();
    },
  };
}
