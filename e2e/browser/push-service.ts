// Replaces the push service inside the page, because tests reach no real one; subscriptions survive a reload.
import { createECDH, randomBytes } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';

/** Replaces the push API in the context's pages: they subscribe at `endpoint`, with valid encryption keys. */
export async function subscribeAt(context: BrowserContext, endpoint: string): Promise<void> {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') };
  // Source text, because it runs in the page, before the page's own code.
  await context.addInitScript({
    content: `
      const given = ${JSON.stringify({ endpoint, keys })};
      const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer;
      const subscription = () => ({
        ...given,
        options: { userVisibleOnly: true, applicationServerKey: bytes(localStorage.getItem('test.push')) },
        toJSON: () => given,
        unsubscribe: async () => { localStorage.removeItem('test.push'); return true; },
      });
      PushManager.prototype.getSubscription = async () => localStorage.getItem('test.push') ? subscription() : null;
      PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        localStorage.setItem('test.push', applicationServerKey);
        return subscription();
      };`,
  });
}
