// The console's screens.
import type { RouteObject } from 'react-router';
import { loadTexts } from '../../lib/i18n/index.ts';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { paths } from '../../lib/paths.ts';
import { ProtectedRoute } from '../../ui/protected-route.tsx';

const everybody = ['rider', 'admin', 'driver', 'fleetadmin'] as const;

export const consoleRoutes: RouteObject[] = [
  {
    path: paths.bookings,
    element: (
      <ProtectedRoute roles={everybody}>
        {lazyScreen('console', async () => (await import('./bookings-screen.tsx')).BookingsScreen)}
      </ProtectedRoute>
    ),
  },
  {
    path: paths.profile,
    element: (
      <ProtectedRoute roles={everybody}>
        {lazyScreen('console', async () => {
          const [{ ProfileScreen }] = await Promise.all([
            import('./profile-screen.tsx'),
            loadTexts('account'),
          ]);
          return ProfileScreen;
        })}
      </ProtectedRoute>
    ),
  },
];
