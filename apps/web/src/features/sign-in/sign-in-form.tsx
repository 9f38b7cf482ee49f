// Signing in by phone: the step it has come to, and the alert when it did not work.
import { useState } from 'react';
import { CodeStep } from './code-step.tsx';
import { LoginAlert } from './login-alert.tsx';
import { PhoneStep } from './phone-step.tsx';
import { mayPass } from './sign-in-problem.ts';
import type { SignIn } from './use-sign-in.ts';

export function SignInForm({ signIn }: { signIn: SignIn }) {
  const { verificationId, problems, loading } = signIn;
  const [isSeen, setIsSeen] = useState(false);
  const alert = loading ? null : problems.alert;
  if (alert === null && isSeen) setIsSeen(false);
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
          // What may pass keeps the step: the same code is good for another try.
          if (alert !== null && mayPass(alert)) setIsSeen(true);
          else signIn.clearProblem();
        }}
      />
    </>
  );
}
