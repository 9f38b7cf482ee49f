// React hook that requests the code, sends the set-up with it, and continues as the admin that was created.
import { ApiError } from '@kerb/sdk/client';
import { clearLoginError, fetchSettings, fetchUser } from '@kerb/sdk/store';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type SignIn, useSignIn } from '../../features/sign-in/use-sign-in.ts';
import { paths } from '../../lib/paths.ts';
import { client, useKerbDispatch } from '../../lib/store.ts';
import { requestOf, type SetupFields, stepOf } from './setup-rules.ts';

interface SetUpDeps {
  readonly fields: SetupFields;
  readonly onOver: () => void;
  readonly onStep: (step: number) => void;
}

export interface SetUp {
  /** State of the sign-in's code step; entering the last digit submits the set-up. */
  readonly signIn: SignIn;
  /** An ApiError that does not concern the code, or null. */
  readonly problem: ApiError | null;
  readonly begin: (mobile: string) => void;
}

const ofTheCode = /^otp_/;

export function useSetUp({ fields, onOver, onStep }: SetUpDeps): SetUp {
  const dispatch = useKerbDispatch();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const isOfCode = problem !== null && ofTheCode.test(problem.code);

  const refuse = (error: ApiError) => {
    if (error.code === 'not_found') return onOver();
    setProblem(error);
    const steps = error.errors.flatMap(({ path }) => stepOf(path) ?? []);
    if (steps.length > 0) onStep(Math.min(...steps));
  };

  const verify = async (otp: string) => {
    const { verificationId } = signIn;
    if (verificationId === null || isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      await client.setUp({ body: requestOf(fields, { verificationId, otp }) });
      dispatch(clearLoginError());
      await dispatch(fetchUser());
      // Not awaited: /setup stops existing once the settings have loaded, so the navigation must start at the same
      // time.
      void dispatch(fetchSettings());
      void navigate(paths.dashboard, { replace: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refuse(error);
    } finally {
      setIsBusy(false);
    }
  };
  const back = () => {
    signIn.cancel();
    setProblem(null);
    onStep(0);
  };
  const ask = (mobile: string) => {
    setProblem(null);
    signIn.ask(mobile);
  };

  return {
    signIn: {
      ...signIn,
      loading: signIn.loading || isBusy,
      problems: isOfCode ? { phone: null, code: problem.code, alert: null } : signIn.problems,
      verify: (otp) => void verify(otp),
      ask,
      changeNumber: back,
      cancel: back,
    },
    problem: isOfCode ? null : problem,
    begin: ask,
  };
}
