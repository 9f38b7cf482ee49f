// Routes of the driver's screens.
import type { RouteObject } from 'react-router';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { paths } from '../../lib/paths.ts';
import { ProtectedRoute } from '../../ui/protected-route.tsx';
import { TripSkeleton } from '../../ui/trip-skeleton.tsx';

export const driverRoutes: RouteObject[] = [
  {
    path: '/driver',
    element: (
      <ProtectedRoute roles={['driver']}>
        {lazyScreen(
          ['driver', 'trip'],
          async () => (await import('./driver-trips-screen.tsx')).DriverTripsScreen,
        )}
      </ProtectedRoute>
    ),
  },
  {
    path: paths.driverDay,
    element: (
      <ProtectedRoute roles={['driver']}>
        {lazyScreen(
          ['driver', 'console', 'reports', 'shifts'],
          async () => (await import('./driver-day-screen.tsx')).DriverDayScreen,
        )}
      </ProtectedRoute>
    ),
  },
  {
    path: '/driver/trip/:bookingId',
    element: (
      <ProtectedRoute roles={['driver']}>
        {lazyScreen(
          ['driver', 'trip', 'reasons', 'receipt', 'fare', 'safety', 'chat'],
          async () => (await import('./driver-trip-screen.tsx')).DriverTripScreen,
          <TripSkeleton />,
        )}
      </ProtectedRoute>
    ),
  },
  {
    path: '/driver/trip/:bookingId/chat',
    element: (
      <ProtectedRoute roles={['driver']}>
        {lazyScreen('chat', async () => (await import('./driver-chat-screen.tsx')).DriverChatScreen)}
      </ProtectedRoute>
    ),
  },
];
