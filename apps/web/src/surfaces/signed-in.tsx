// What goes along with whoever is signed in on every screen: the bell, handed to the shells, this device's push messages,
// and what a driver's phone has kept to send.
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { NoticeBell } from '../features/notices/notice-bell.tsx';
import { PushKeeper } from '../features/notices/push-keeper.tsx';
import { loadTexts } from '../lib/i18n/index.ts';
import { useAuth } from '../lib/use-auth.ts';
import type { ShellBellProps } from '../ui/shell-bell.ts';

const DriverQueue = lazy(async () => {
  const [{ DriverQueue }] = await Promise.all([
    import('../features/driving/driver-queue.tsx'),
    loadTexts('driver'),
  ]);
  return { default: DriverQueue };
});

interface SignedInProps {
  readonly uid: string;
  /** Told what the bell is, as a state is set to a function. */
  readonly onBell: (bell: () => ComponentType<ShellBellProps>) => void;
}

export function SignedIn({ uid, onBell }: SignedInProps) {
  useEffect(() => onBell(() => NoticeBell), [onBell]);
  const isDriver = useAuth().user?.usertype === 'driver';
  return (
    <>
      <PushKeeper key={uid} uid={uid} />
      {isDriver && (
        <Suspense fallback={null}>
          <DriverQueue />
        </Suspense>
      )}
    </>
  );
}
