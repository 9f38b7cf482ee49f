// Renews this device's push subscription while a user is signed in, removes it at sign-out, and opens the screens of
// clicked messages.
import { useEffect } from 'react';
import { OPEN_MESSAGE } from '../../lib/push/open-message.ts';
import { endPush, renewPush } from '../../lib/push/push-device.ts';
import { useGuardedNavigate } from '../../ui/use-guarded-navigate.ts';

/** The path of this app that the service worker asks to open; null for anything else. */
function addressIn(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  if (!('type' in data) || data.type !== OPEN_MESSAGE || !('address' in data)) return null;
  const { address } = data;
  return typeof address === 'string' && /^\/(?![/\\])/.test(address) ? address : null;
}

/** Mount it with a different key for each user. */
export function PushKeeper({ uid }: { uid: string }) {
  const navigate = useGuardedNavigate();

  useEffect(() => {
    // The push service or the server is unreachable: the next visit tries again.
    const renewed = renewPush(uid).catch(() => undefined);
    return () => void renewed.then(endPush).catch(() => undefined);
  }, [uid]);

  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    const open = ({ data, ports }: MessageEvent) => {
      const address = addressIn(data);
      if (address === null) return;
      ports[0]?.postMessage(true);
      navigate(address);
    };
    serviceWorker.addEventListener('message', open);
    serviceWorker.startMessages();
    return () => serviceWorker.removeEventListener('message', open);
  }, [navigate]);
  return null;
}
