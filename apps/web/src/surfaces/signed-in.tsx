// What goes along with whoever is signed in on every screen: the bell, handed to the shells, this device's push messages,
// what a driver's phone has kept to send, and what was typed when the session ends elsewhere.
import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { NoticeBell } from '../features/notices/notice-bell.tsx';
import { PushKeeper } from '../features/notices/push-keeper.tsx';
import { endHold, isSessionHeld, onHeldSession } from '../lib/held-session.ts';
import { loadTexts } from '../lib/i18n/index.ts';
import { noticeTyping } from '../lib/unsaved-input.ts';
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
  /** Told what the bell is, as a state is set to a function. */
  readonly onBell: (bell: () => ComponentType<ShellBellProps>) => void;
}

export function SignedIn({ uid, onBell }: SignedInProps) {
  useEffect(() => onBell(() => NoticeBell), [onBell]);
  useEffect(noticeTyping, []);
  // Whoever signs out is not asked to sign in again.
  useEffect(() => () => endHold(false), []);
  const isHeld = useSyncExternalStore(onHeldSession, isSessionHeld);
  const isDriver = useAuth().user?.usertype === 'driver';
  return (
    <>
      <PushKeeper key={uid} uid={uid} />
      {isHeld && (
        <Suspense fallback={null}>
          <SignInAgain />
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
