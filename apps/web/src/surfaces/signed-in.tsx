// What goes along with whoever is signed in on every screen: the bell, and this device's push messages. It loads when the screen is there.
import { lazy, Suspense } from 'react';
import { loadTexts } from '../lib/i18n/index.ts';
import type { ShellBellProps } from '../ui/shell-bell.ts';

/** Not every browser says when it is idle. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) =>
    'requestIdleCallback' in window
      ? requestIdleCallback(resolve, { timeout: 2000 })
      : setTimeout(resolve, 500),
  );

const Bell = lazy(async () => {
  await idle();
  const [{ NoticeBell }] = await Promise.all([
    import('../features/notices/notice-bell.tsx'),
    loadTexts('notices'),
  ]);
  return { default: NoticeBell };
});

const Keeper = lazy(async () => {
  await idle();
  return { default: (await import('../features/notices/push-keeper.tsx')).PushKeeper };
});

export function LazyBell(props: ShellBellProps) {
  return (
    <Suspense fallback={<span style={{ width: 48 }} />}>
      <Bell {...props} />
    </Suspense>
  );
}

export function LazyKeeper({ uid }: { uid: string }) {
  return (
    <Suspense fallback={null}>
      <Keeper key={uid} uid={uid} />
    </Suspense>
  );
}
