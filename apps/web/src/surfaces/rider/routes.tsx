// Routes of the rider's screens.
import type { RouteObject } from 'react-router';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { ProtectedRoute } from '../../ui/protected-route.tsx';
import { TripSkeleton } from '../../ui/trip-skeleton.tsx';

export const riderRoutes: RouteObject[] = [
  {
    path: '/trip/:bookingId',
    element: (
      <ProtectedRoute roles={['rider', 'driver', 'admin', 'fleetadmin']}>
        {lazyScreen(
          ['rider', 'trip', 'reasons', 'wallet', 'chat', 'receipt', 'fare', 'safety'],
          async () => (await import('./trip-screen.tsx')).TripScreen,
          <TripSkeleton />,
        )}
      </ProtectedRoute>
    ),
  },
  {
    path: '/trip/:bookingId/chat',
    element: (
      <ProtectedRoute roles={['rider']}>
        {lazyScreen('chat', async () => (await import('./trip-chat-screen.tsx')).TripChatScreen)}
      </ProtectedRoute>
    ),
  },
];
