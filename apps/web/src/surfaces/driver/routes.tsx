// The driver's screens.
import type { RouteObject } from 'react-router';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { ProtectedRoute } from '../../ui/protected-route.tsx';

export const driverRoutes: RouteObject[] = [
  {
    path: '/driver',
    element: (
      <ProtectedRoute roles={['driver']}>
        {lazyScreen('driver', async () => (await import('./driver-trips-screen.tsx')).DriverTripsScreen)}
      </ProtectedRoute>
    ),
  },
  {
    path: '/driver/trip/:bookingId',
    element: (
      <ProtectedRoute roles={['driver']}>
        {lazyScreen('driver', async () => (await import('./driver-trip-screen.tsx')).DriverTripScreen)}
      </ProtectedRoute>
    ),
  },
];
