// Sign-in by phone: renders the current step, and an alert after an error.
import { type ComponentType, Suspense, useState } from 'react';
import { CodeStep } from './code-step.tsx';
import { LoginAlert } from './login-alert.tsx';
import { PhoneStep } from './phone-step.tsx';
import { isTransient } from './sign-in-problem.ts';
import type { SignIn } from './use-sign-in.ts';

interface SecondFactorProps {
  readonly onDone: () => Promise<void>;
  readonly onCancel: () => void;
}

interface SignInFormProps {
  readonly signIn: SignIn;
  /** The step of the second-factor feature, provided by the screen, because features must not import each other. */
  readonly SecondFactor: ComponentType<SecondFactorProps>;
}

export function SignInForm({ signIn, SecondFactor }: SignInFormProps) {
  const { verificationId, problems, loading } = signIn;
  const [isSeen, setIsSeen] = useState(false);
  const alert = loading ? null : problems.alert;
  if (alert === null && isSeen) setIsSeen(false);
  if (signIn.awaitsSecondFactor)
    return (
      <Suspense fallback={null}>
        <SecondFactor onDone={signIn.goOn} onCancel={signIn.cancelSecondFactor} />
      </Suspense>
    );
  return (
    <>
      {verificationId === null ? (
        <PhoneStep signIn={signIn} />
      ) : (
        <CodeStep key={verificationId} signIn={signIn} />
      )}
      <LoginAlert
        code={isSeen ? null : alert}
        onClose={() => {
          // After a temporary error the step stays, so that the same code can be tried again.
          if (alert !== null && isTransient(alert)) setIsSeen(true);
          else signIn.clearProblem();
        }}
      />
    </>
  );
}
