// The driver's screens.
import type { RouteObject } from 'react-router';
import { loadTexts } from '../../lib/i18n/index.ts';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { paths } from '../../lib/paths.ts';
import { ProtectedRoute } from '../../ui/protected-route.tsx';

export const driverRoutes: RouteObject[] = [
  {
    path: '/driver',
    element: (
      <ProtectedRoute roles={['driver']}>
        {lazyScreen('driver', async () => {
          const [{ DriverTripsScreen }] = await Promise.all([
            import('./driver-trips-screen.tsx'),
            loadTexts('trip'),
          ]);
          return DriverTripsScreen;
        })}
      </ProtectedRoute>
    ),
  },
  {
    path: paths.driverDay,
    element: (
      <ProtectedRoute roles={['driver']}>
        {lazyScreen('driver', async () => {
          const [{ DriverDayScreen }] = await Promise.all([
            import('./driver-day-screen.tsx'),
            loadTexts('console'),
            loadTexts('reports'),
          ]);
          return DriverDayScreen;
        })}
      </ProtectedRoute>
    ),
  },
  {
    path: '/driver/trip/:bookingId',
    element: (
      <ProtectedRoute roles={['driver']}>
        {lazyScreen('driver', async () => {
          const [{ DriverTripScreen }] = await Promise.all([
            import('./driver-trip-screen.tsx'),
            loadTexts('trip'),
            loadTexts('receipt'),
            loadTexts('fare'),
            loadTexts('safety'),
            loadTexts('chat'),
          ]);
          return DriverTripScreen;
        })}
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
