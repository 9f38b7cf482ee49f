// React hook that requests the code, sends the set-up with it, and continues as the admin that was created.
import { ApiError } from '@kerb/sdk/client';
import { clearLoginError, fetchSettings, fetchUser } from '@kerb/sdk/store';
import { useNavigate } from 'react-router';
import { type SignIn, useSignIn } from '../../features/sign-in/use-sign-in.ts';
import { codeOf } from '../../lib/error-code.ts';
import { paths } from '../../lib/paths.ts';
import { client, useKerbDispatch } from '../../lib/store.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { requestOf, type SetupFields, stepOf } from './setup-rules.ts';

interface SetUpDeps {
  readonly fields: SetupFields;
  readonly onOver: () => void;
  readonly onStep: (step: number) => void;
}

export interface SetUp {
  /** State of the sign-in's code step; entering the last digit submits the set-up. */
  readonly signIn: SignIn;
  /** Error that does not concern the code, or null. */
  readonly problem: unknown;
  readonly begin: (mobile: string) => void;
}

const ofTheCode = /^otp_/;

export function useSetUp({ fields, onOver, onStep }: SetUpDeps): SetUp {
  const dispatch = useKerbDispatch();
  const navigate = useNavigate();
  const signIn = useSignIn();
  const { busy, problem, clearProblem, run } = useSubmission();
  const isOfCode = problem !== null && ofTheCode.test(codeOf(problem));

  const setUp = async (otp: string) => {
    const { verificationId } = signIn;
    if (verificationId === null) return;
    try {
      await client.setUp({ body: requestOf(fields, { verificationId, otp }) });
    } catch (error) {
      if (codeOf(error) === 'not_found') return onOver();
      const steps = error instanceof ApiError ? error.errors.flatMap(({ path }) => stepOf(path) ?? []) : [];
      if (steps.length > 0) onStep(Math.min(...steps));
      throw error;
    }
    dispatch(clearLoginError());
    await dispatch(fetchUser());
    // Not awaited: /setup stops existing once the settings have loaded, so the navigation must start at the same time.
    void dispatch(fetchSettings());
    void navigate(paths.dashboard, { replace: true });
  };
  const back = () => {
    signIn.cancel();
    clearProblem();
    onStep(0);
  };
  const ask = (mobile: string) => {
    clearProblem();
    signIn.ask(mobile);
  };

  return {
    signIn: {
      ...signIn,
      loading: signIn.loading || busy,
      problems: isOfCode ? { phone: null, code: codeOf(problem), alert: null } : signIn.problems,
      verify: (otp) => void run(() => setUp(otp)),
      ask,
      changeNumber: back,
      cancel: back,
    },
    problem: isOfCode ? null : problem,
    begin: ask,
  };
}
