// Service worker: caches the app shell, shows push messages and opens their screens.
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

// A new version activates at once, because an old shell would request files that no longer exist.
void self.skipWaiting();
clientsClaim();

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api\//, /^\/(health|ready|metrics)$/],
  }),
);
// Assets that are not precached, such as the map and the flags, are cached when they are first used.
registerRoute(/\/assets\/.*\.(?:js|css|svg|woff2)$/, new CacheFirst({ cacheName: 'assets' }));

self.addEventListener('push', (event) => {
  const notice = readPush(event.data?.text() ?? '');
  if (notice === null) return;
  const { title, body, tag, address } = notice;
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // `renotify`: a message that replaces another one alerts the user again.
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
  // Failed, for example without a network or permission: the app renews the subscription at the next visit.
  event.waitUntil(renewSubscription(self.registration.pushManager, fetch).catch(() => undefined));
});
