// Routes of the wallet, for riders, drivers and fleet admins, and of payments, for riders and drivers.
import type { RouteObject } from 'react-router';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { paths } from '../../lib/paths.ts';
import { ProtectedRoute } from '../../ui/protected-route.tsx';

export const walletRoutes: RouteObject[] = [
  {
    path: paths.wallet,
    element: (
      <ProtectedRoute roles={['rider', 'driver', 'fleetadmin']}>
        {lazyScreen(['wallet', 'console'], async () => (await import('./wallet-screen.tsx')).WalletScreen)}
      </ProtectedRoute>
    ),
  },
  {
    path: paths.statement,
    element: (
      <ProtectedRoute roles={['driver']}>
        {lazyScreen(
          ['wallet', 'console', 'reports'],
          async () => (await import('./statement-screen.tsx')).StatementScreen,
        )}
      </ProtectedRoute>
    ),
  },
  {
    path: '/payment/:id',
    element: (
      <ProtectedRoute roles={['rider', 'driver']}>
        {lazyScreen(['wallet', 'console'], async () => (await import('./payment-screen.tsx')).PaymentScreen)}
      </ProtectedRoute>
    ),
  },
];
