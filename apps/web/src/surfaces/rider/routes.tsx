// The rider's screens.
import type { RouteObject } from 'react-router';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { ProtectedRoute } from '../../ui/protected-route.tsx';

export const riderRoutes: RouteObject[] = [
  {
    path: '/trip/:bookingId',
    element: (
      <ProtectedRoute roles={['rider', 'driver', 'admin', 'fleetadmin']}>
        {lazyScreen('rider', async () => (await import('./trip-screen.tsx')).TripScreen)}
      </ProtectedRoute>
    ),
  },
];
