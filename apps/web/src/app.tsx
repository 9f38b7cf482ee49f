// The app's routes, put together from the surfaces, and what must be known before a screen is shown.
import { type ComponentType, lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RouteObject, useLocation, useRoutes } from 'react-router';
import { loadTexts } from './lib/i18n/index.ts';
import { lazyScreen } from './lib/lazy-screen.tsx';
import { patiently } from './lib/patiently.ts';
import { RegisteredPaths } from './lib/registered-paths.ts';
import { useKerbSelector } from './lib/store.ts';
import { useLiveStore } from './lib/use-live-store.ts';
import { consoleRoutes } from './surfaces/console/routes.tsx';
import { driverRoutes } from './surfaces/driver/routes.tsx';
import { riderRoutes } from './surfaces/rider/routes.tsx';
import { namedRoutes } from './surfaces/site/named-routes.tsx';
import { siteRoutes } from './surfaces/site/routes.tsx';
import { walletRoutes } from './surfaces/wallet/routes.tsx';
import { BesideScreen } from './ui/beside-screen.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { ShellBell, type ShellBellProps } from './ui/shell-bell.tsx';
import { useOpenedOnce } from './ui/use-opened-once.ts';

const setupScreen = lazyScreen(
  'setup',
  async () => (await import('./surfaces/setup/setup-screen.tsx')).SetupScreen,
);

const RefusedAccount = lazy(async () => ({
  default: (await import('./features/sign-in/refused-account.tsx')).RefusedAccount,
}));

const PageHead = lazy(async () => {
  const [{ PageHead }] = await Promise.all([import('./surfaces/site/page-head.tsx'), loadTexts('head')]);
  return { default: PageHead };
});

// Nobody waits for it: the screen comes first.
const SignedIn = lazy(async () => {
  await new Promise((done) => setTimeout(done, 500));
  const [{ SignedIn }] = await patiently(() =>
    Promise.all([import('./surfaces/signed-in.tsx'), loadTexts('notices')]),
  );
  return { default: SignedIn };
});

const routes: RouteObject[] = [
  ...namedRoutes,
  ...siteRoutes,
  ...riderRoutes,
  ...driverRoutes,
  ...walletRoutes,
  ...consoleRoutes,
];
const registered: ReadonlySet<string> = new Set(routes.map((route) => route.path ?? ''));

export function App() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const settingsFailed = useKerbSelector(({ settingsdata }) => settingsdata.error.flag);
  const isRefused = useOpenedOnce(
    useKerbSelector(({ auth }) => auth.error.flag && auth.error.msg !== 'not_logged_in'),
  );
  const uid = useKerbSelector(({ auth }) => auth.info?.id);
  const [bell, setBell] = useState<ComponentType<ShellBellProps> | null>(null);
  const screen = useRoutes(routes);
  useLiveStore();

  useEffect(() => {
    if (settingsFailed) document.title = t('setup_title');
  }, [settingsFailed, t]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page begins at its top
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);

  if (settingsFailed) return <RegisteredPaths value={registered}>{setupScreen}</RegisteredPaths>;
  return (
    <RegisteredPaths value={registered}>
      <ShellBell value={bell}>
        <ErrorBoundary resetKey={pathname}>{screen}</ErrorBoundary>
      </ShellBell>
      <BesideScreen>
        <PageHead />
      </BesideScreen>
      {uid && (
        <BesideScreen>
          <SignedIn uid={uid} onBell={setBell} />
        </BesideScreen>
      )}
      {isRefused && (
        <BesideScreen>
          <RefusedAccount />
        </BesideScreen>
      )}
    </RegisteredPaths>
  );
}
