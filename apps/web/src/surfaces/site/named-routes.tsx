// The addresses with the specification's screen names: where push messages lead, written as the specification writes them.
import type { RouteObject } from 'react-router';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { screenNames } from '../../lib/screen-names.ts';
import { ProtectedRoute } from '../../ui/protected-route.tsx';

const element = (
  <ProtectedRoute roles={['rider', 'driver', 'admin', 'fleetadmin']}>
    {lazyScreen('core', async () => (await import('./screen-address-screen.tsx')).ScreenAddressScreen)}
  </ProtectedRoute>
);

/** Case-sensitive, so that they differ from /wallet and the like; they come first. */
export const namedRoutes: RouteObject[] = screenNames.map((name) => ({
  path: `/${name}`,
  caseSensitive: true,
  element,
}));
