// Wallet and payments: for riders and drivers alike.
import type { RouteObject } from 'react-router';
import { loadTexts } from '../../lib/i18n/index.ts';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { paths } from '../../lib/paths.ts';
import { ProtectedRoute } from '../../ui/protected-route.tsx';

export const walletRoutes: RouteObject[] = [
  {
    path: paths.wallet,
    element: (
      <ProtectedRoute roles={['rider', 'driver']}>
        {lazyScreen('wallet', async () => {
          const [{ WalletScreen }] = await Promise.all([import('./wallet-screen.tsx'), loadTexts('console')]);
          return WalletScreen;
        })}
      </ProtectedRoute>
    ),
  },
  {
    path: paths.statement,
    element: (
      <ProtectedRoute roles={['driver']}>
        {lazyScreen('wallet', async () => {
          const [{ StatementScreen }] = await Promise.all([
            import('./statement-screen.tsx'),
            loadTexts('console'),
            loadTexts('reports'),
          ]);
          return StatementScreen;
        })}
      </ProtectedRoute>
    ),
  },
  {
    path: '/payment/:id',
    element: (
      <ProtectedRoute roles={['rider', 'driver']}>
        {lazyScreen('wallet', async () => {
          const [{ PaymentScreen }] = await Promise.all([
            import('./payment-screen.tsx'),
            loadTexts('console'),
          ]);
          return PaymentScreen;
        })}
      </ProtectedRoute>
    ),
  },
];
