// Checks that a window in the reused context of a closed one finds no data of the closed one.
import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWindows, openBrowser } from './browser.ts';

const site = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Site</h1>');
});
let origin = '';
let browser: Browser;

beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  site.close();
});

/** Source text, because it runs in the page. */
const store = `new Promise((done) => {
  document.cookie = 'left=1';
  localStorage.setItem('left', '1');
  sessionStorage.setItem('left', '1');
  const opening = indexedDB.open('left');
  opening.onsuccess = () => { opening.result.close(); done(null); };
})`;
const storedIn = (page: Page) =>
  page.evaluate(`(async () => ({
    cookie: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    geolocation: (await navigator.permissions.query({ name: 'geolocation' })).state,
    online: navigator.onLine,
    history: history.length,
  }))()`);

test('a reused window has no storage, session, permission, route or history of the window before', async () => {
  const { open } = createWindows(browser);
  const first = await open({ origin, width: 390, token: 'a session', place: { lat: 1, lng: 2 } });
  await first.page.goto('/first');
  await first.page.evaluate(store);
  await first.context.route('**/second', (route) => route.fulfill({ body: 'The route of a test' }));
  const popup = await first.context.newPage();
  await popup.goto('/popup');
  await first.context.setOffline(true);
  await first.close();

  const second = await open({ origin, width: 1280 });
  expect(second.context).toBe(first.context);
  expect(second.context.pages()).toEqual([second.page]);
  await second.page.goto('/second');
  expect(await second.page.textContent('h1')).toBe('Site');
  const fresh = await open({ origin, width: 1280 });
  expect(fresh.context).not.toBe(second.context);
  await fresh.page.goto('/second');
  expect(await storedIn(second.page)).toEqual(await storedIn(fresh.page));
  expect(await second.context.cookies()).toEqual([]);
  expect(second.page.viewportSize()?.width).toBe(1280);
});
