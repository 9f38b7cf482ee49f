// Checks that the list of screens written for the server matches the routes of the app.
import { matchPath } from 'react-router';
import { expect, it } from 'vitest';
import { paths } from './lib/paths.ts';
import { moreRoutes } from './surfaces/more-screens.tsx';
import { publicPages, screens } from './surfaces/site/screen-list.ts';

const registered = [paths.home, ...moreRoutes.map(({ path = '' }) => path)].filter((path) => path !== '*');

/** An example address that matches a route pattern. */
const example = (pattern: string): string => pattern.replaceAll(/:\w+/g, 'x1');

it('names every route of the app, so that the server answers none of them with 404', () => {
  expect(registered.length).toBeGreaterThan(30);
  const unknown = registered.filter((path) => !screens.some((screen) => matchPath(screen, example(path))));
  expect(unknown).toEqual([]);
});

it('registers no other path than the first-run page, so that a path without a screen is not found', () => {
  const lost = screens.filter((screen) => !registered.some((path) => matchPath(path, example(screen))));
  expect(lost).toEqual(['/setup']);
});

it('includes every public page among the screens', () => {
  expect(publicPages.filter(({ path }) => !screens.includes(path))).toEqual([]);
});
