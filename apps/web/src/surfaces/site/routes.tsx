// Routes of the public pages besides the landing page.
import type { RouteObject } from 'react-router';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { paths } from '../../lib/paths.ts';

export const siteRoutes: RouteObject[] = [
  {
    path: paths.aboutUs,
    element: lazyScreen('pages', async () => (await import('./about-us-screen.tsx')).AboutUsScreen),
  },
  {
    path: paths.privacyPolicy,
    element: lazyScreen(
      'pages',
      async () => (await import('./privacy-policy-screen.tsx')).PrivacyPolicyScreen,
    ),
  },
  {
    path: paths.login,
    element: lazyScreen('login', async () => (await import('./login-screen.tsx')).LoginScreen),
  },
  {
    path: paths.driverSignup,
    element: lazyScreen(
      'signup',
      async () => (await import('./driver-signup-screen.tsx')).DriverSignupScreen,
    ),
  },
  {
    path: paths.devInbox,
    element: lazyScreen('login', async () => (await import('./dev-inbox-screen.tsx')).DevInboxScreen),
  },
  {
    path: '/t/:token',
    element: lazyScreen('safety', async () => (await import('./shared-trip-screen.tsx')).SharedTripScreen),
  },
];
