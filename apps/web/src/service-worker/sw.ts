// The service worker: keeps the app's shell for the next visit, shows push messages and opens what they are about.
import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { openAddress } from './open-address.ts';
import { ownAddress, readPush } from './push-notice.ts';
import { renewSubscription } from './renew-subscription.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] };

// A new version takes over at once: an old shell would ask for files that are gone.
void self.skipWaiting();
clientsClaim();

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api\//, /^\/(health|ready|metrics)$/],
  }),
);
// The map and the flags are cached when they are first used.
registerRoute(/\/assets\/.*\.(?:js|css|svg|woff2)$/, new CacheFirst({ cacheName: 'assets' }));

self.addEventListener('push', (event) => {
  const notice = readPush(event.data?.text() ?? '');
  if (notice === null) return;
  const { title, body, tag, address } = notice;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // A message that replaces another one alerts again.
      ...(tag === undefined ? {} : { tag, renotify: true }),
      icon: '/icons/kerb-192.png',
      badge: '/icons/kerb-192.png',
      dir: 'auto',
      data: { url: address },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openAddress(self.clients, ownAddress(event.notification.data, self.location.origin)));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  // Without a network, or without the permission any more: the next visit sees to it.
  event.waitUntil(renewSubscription(self.registration.pushManager, fetch).catch(() => undefined));
});
