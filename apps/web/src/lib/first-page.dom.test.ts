// Tests that the app's page replaces the server-rendered page only once it is complete.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rootOfApp } from './first-page.ts';

const complete = '<h1>Where to?</h1>';
const shownPage = () => document.getElementById('root')?.innerHTML;
/** Lets mutation observers run: browsers call them between two tasks. */
const changed = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('shows the app at once when the server rendered nothing', () => {
  document.body.innerHTML = '<div id="root"><i></i></div>';
  const { root, renderedPath } = rootOfApp();
  expect([root, renderedPath]).toEqual([document.getElementById('root'), null]);
});

it('shows the server’s page until the app has a heading and nothing in it is loading', async () => {
  document.body.innerHTML = '<div id="root" data-rendered="/login">From the server</div>';
  const { root, renderedPath, show } = rootOfApp();
  expect(renderedPath).toBe('/login');
  show(() => true);
  root.innerHTML = '<p aria-busy="true"></p>';
  await changed();
  expect(shownPage()).toBe('From the server');
  root.innerHTML = `${complete}<p aria-busy="true"></p>`;
  await changed();
  expect(shownPage()).toBe('From the server');
  root.querySelector('p')?.remove();
  await changed();
  expect(shownPage()).toBe(complete);
  expect(document.querySelectorAll('#root')).toHaveLength(1);
});

it('shows the app after 15 s even when a part of it never loads', async () => {
  document.body.innerHTML = '<div id="root" data-rendered="/login">From the server</div>';
  const { root, show } = rootOfApp();
  show(() => true);
  root.innerHTML = `${complete}<p aria-busy="true"></p>`;
  await vi.advanceTimersByTimeAsync(14_999);
  expect(shownPage()).toBe('From the server');
  await vi.advanceTimersByTimeAsync(1);
  expect(document.getElementById('root')).toBe(root);
});

it('keeps a page with input while the app is not ready, and replaces it once it is', async () => {
  document.body.innerHTML = '<div id="root" data-rendered="/login"><input /></div>';
  const input = document.querySelector('input');
  if (input) input.value = '+598 94';
  const { root, show } = rootOfApp();
  let isReady = false;
  show(() => isReady);
  root.innerHTML = '<h1>Unable to fetch database and settings.</h1>';
  await vi.advanceTimersByTimeAsync(20_000);
  expect(document.querySelector('input')).toBe(input);
  isReady = true;
  root.innerHTML = '<h1>Sign in</h1><input />';
  await changed();
  expect(document.querySelector('input')?.value).toBe('+598 94');
  expect(document.getElementById('root')).toBe(root);
});

it('replaces a page without input even while the app is not ready', async () => {
  document.body.innerHTML = '<div id="root" data-rendered="/login"><input /></div>';
  const { root, show } = rootOfApp();
  show(() => false);
  root.innerHTML = '<h1>Unable to fetch database and settings.</h1>';
  await changed();
  expect(document.getElementById('root')).toBe(root);
});
