// List of all addresses with a screen, and of the public pages; the server responds with 404 to other addresses.
import { paths } from '../../lib/paths.ts';
import { screenNames } from '../../lib/screen-names.ts';

/** A public page with its title `head_title_<name>` and description `head_text_<name>`. */
export interface PublicPage {
  readonly path: string;
  readonly name: 'home' | 'about_us' | 'privacy_policy' | 'login' | 'driver_signup';
  /** Whether search engines may index the page. */
  readonly listed: boolean;
}

export const publicPages: readonly PublicPage[] = [
  { path: paths.home, name: 'home', listed: true },
  { path: paths.aboutUs, name: 'about_us', listed: true },
  { path: paths.privacyPolicy, name: 'privacy_policy', listed: true },
  { path: paths.driverSignup, name: 'driver_signup', listed: true },
  { path: paths.login, name: 'login', listed: false },
];

const pattern = (path: (typeof paths)[keyof typeof paths]): string =>
  typeof path === 'string' ? path : path(':').replaceAll('%3A', ':id');

/** Route patterns, with `:id` for a variable segment; app-screens.test.ts compares them with the app's routes. */
export const screens: readonly string[] = [
  ...Object.values(paths).map(pattern),
  ...screenNames.map((name) => `/${name}`),
  '/cartypes/:id',
  '/languagesetting/:id',
  '/payment/:id',
  '/t/:id',
];
