// The rider's screens.
import type { RouteObject } from 'react-router';
import { loadTexts } from '../../lib/i18n/index.ts';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { ProtectedRoute } from '../../ui/protected-route.tsx';

export const riderRoutes: RouteObject[] = [
  {
    path: '/trip/:bookingId',
    element: (
      <ProtectedRoute roles={['rider', 'driver', 'admin', 'fleetadmin']}>
        {lazyScreen('rider', async () => {
          const [{ TripScreen }] = await Promise.all([
            import('./trip-screen.tsx'),
            loadTexts('trip'),
            loadTexts('wallet'),
            loadTexts('chat'),
            loadTexts('receipt'),
            loadTexts('fare'),
            loadTexts('safety'),
          ]);
          return TripScreen;
        })}
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
