// What goes along with whoever is signed in on every screen: the bell, handed to the shells, and this device's push messages.
import { type ComponentType, useEffect } from 'react';
import { NoticeBell } from '../features/notices/notice-bell.tsx';
import { PushKeeper } from '../features/notices/push-keeper.tsx';
import type { ShellBellProps } from '../ui/shell-bell.ts';

interface SignedInProps {
  readonly uid: string;
  /** Told what the bell is, as a state is set to a function. */
  readonly onBell: (bell: () => ComponentType<ShellBellProps>) => void;
}

export function SignedIn({ uid, onBell }: SignedInProps) {
  useEffect(() => onBell(() => NoticeBell), [onBell]);
  return <PushKeeper key={uid} uid={uid} />;
}
