// Routes named after the specification's screens, which push messages use as targets.
import type { RouteObject } from 'react-router';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { screenNames } from '../../lib/screen-names.ts';
import { ProtectedRoute } from '../../ui/protected-route.tsx';

const element = (
  <ProtectedRoute roles={['rider', 'driver', 'admin', 'fleetadmin']}>
    {lazyScreen('core', async () => (await import('./screen-address-screen.tsx')).ScreenAddressScreen)}
  </ProtectedRoute>
);

/** Case-sensitive, so that /Wallet differs from /wallet; they must precede the other routes. */
export const namedRoutes: RouteObject[] = screenNames.map((name) => ({
  path: `/${name}`,
  caseSensitive: true,
  element,
}));
