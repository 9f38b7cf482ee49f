// Routes of all screens besides the landing page; a separate module, so that they do not add to the landing page's
// first load.
import { type RouteObject, useRoutes } from 'react-router';
import { NotFound } from '../ui/not-found.tsx';
import { consoleRoutes } from './console/routes.tsx';
import { driverRoutes } from './driver/routes.tsx';
import { riderRoutes } from './rider/routes.tsx';
import { namedRoutes } from './site/named-routes.tsx';
import { siteRoutes } from './site/routes.tsx';
import { walletRoutes } from './wallet/routes.tsx';

/** The last route catches addresses without a screen. */
export const moreRoutes: RouteObject[] = [
  ...namedRoutes,
  ...siteRoutes,
  ...riderRoutes,
  ...driverRoutes,
  ...walletRoutes,
  ...consoleRoutes,
  { path: '*', element: <NotFound /> },
];

export function MoreScreens() {
  return useRoutes(moreRoutes);
}

/** Shown in place of every screen until the installation is set up. */
export const loadSetupScreen = async () => (await import('./setup/setup-screen.tsx')).SetupScreen;
