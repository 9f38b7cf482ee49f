// Components that every screen of a signed-in user needs: the bell, push messages of this device, a driver's queued
// steps, the dialogs for an ended session and for the second factor, and the language of the account.
import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { NoticeBell } from '../features/notices/notice-bell.tsx';
import { PushKeeper } from '../features/notices/push-keeper.tsx';
import { SecondFactorStep, StepUpDialog } from '../features/second-factor/lazy-screens.tsx';
import { endHold, isSessionHeld, onHeldSession } from '../lib/held-session.ts';
import { loadTexts } from '../lib/i18n/index.ts';
import { followOwnLanguage } from '../lib/own-language.ts';
import { endStepUp, isStepUpAsked, onStepUp } from '../lib/step-up.ts';
import { useAuth } from '../lib/use-auth.ts';
import type { ShellBellProps } from '../ui/shell-bell.tsx';

const DriverQueue = lazy(async () => {
  const [{ DriverQueue }] = await Promise.all([
    import('../features/driving/driver-queue.tsx'),
    loadTexts('driver'),
  ]);
  return { default: DriverQueue };
});

const SignInAgain = lazy(async () => {
  const [{ SignInAgain }] = await Promise.all([
    import('../features/sign-in/sign-in-again.tsx'),
    loadTexts('login'),
  ]);
  return { default: SignInAgain };
});

interface SignedInProps {
  readonly uid: string;
  /** Receives the bell component once it has loaded. */
  readonly onBell: (bell: () => ComponentType<ShellBellProps>) => void;
}

export function SignedIn({ uid, onBell }: SignedInProps) {
  useEffect(() => onBell(() => NoticeBell), [onBell]);
  // Screens that are shown directly after a sign-in call it earlier; further calls have no effect.
  useEffect(followOwnLanguage, []);
  // Ends the wait at sign-out, so that the user is not prompted to sign in again.
  useEffect(() => () => endHold(false), []);
  const isHeld = useSyncExternalStore(onHeldSession, isSessionHeld);
  const isStepUp = useSyncExternalStore(onStepUp, isStepUpAsked);
  useEffect(() => () => endStepUp(false), []);
  const isDriver = useAuth().user?.usertype === 'driver';
  return (
    <>
      <PushKeeper key={uid} uid={uid} />
      {isHeld && (
        <Suspense fallback={null}>
          <SignInAgain SecondFactor={SecondFactorStep} />
        </Suspense>
      )}
      {isStepUp && (
        <Suspense fallback={null}>
          <StepUpDialog />
        </Suspense>
      )}
      {isDriver && (
        <Suspense fallback={null}>
          <DriverQueue />
        </Suspense>
      )}
    </>
  );
}
