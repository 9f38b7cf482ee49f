// Every address that is a screen, and which are public: the server uses it to answer other addresses with 404.
import { paths } from '../../lib/paths.ts';
import { screenNames } from '../../lib/screen-names.ts';

/** A public page with its title `head_title_<name>` and description `head_text_<name>`. */
export interface PublicPage {
  readonly path: string;
  readonly name: 'home' | 'about_us' | 'privacy_policy' | 'login' | 'driver_signup';
  /** Search engines may list it. */
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

/** Patterns with `:id` for a part that varies; app-screens.test.ts holds them against the app's routes. */
export const screens: readonly string[] = [
  ...Object.values(paths).map(pattern),
  ...screenNames.map((name) => `/${name}`),
  '/cartypes/:id',
  '/languagesetting/:id',
  '/payment/:id',
  '/t/:id',
];
