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
  show();
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
  show();
  root.innerHTML = `${complete}<p aria-busy="true"></p>`;
  await vi.advanceTimersByTimeAsync(14_999);
  expect(shownPage()).toBe('From the server');
  await vi.advanceTimersByTimeAsync(1);
  expect(document.getElementById('root')).toBe(root);
});
