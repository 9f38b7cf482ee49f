// Root component: combines the routes of all surfaces, and waits for session and settings before it renders a screen.
import { type ComponentType, lazy, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type RouteObject, useLocation, useRoutes } from 'react-router';
import { loadTexts } from './lib/i18n/index.ts';
import { lazyScreen } from './lib/lazy-screen.tsx';
import { loadWithRetries } from './lib/load-with-retries.ts';
import { paths } from './lib/paths.ts';
import { onSignOutState, signOutState } from './lib/sign-out.ts';
import { useKerbSelector } from './lib/store.ts';
import { noticeTyping } from './lib/unsaved-input.ts';
import { guardLeaving } from './ui/before-leaving.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { IsolatedPart } from './ui/isolated-part.tsx';
import { ShellBell, type ShellBellProps } from './ui/shell-bell.tsx';
import { useOpenedOnce } from './ui/use-opened-once.ts';

const loadMoreScreens = () => import('./surfaces/more-screens.tsx');

const setupScreen = lazyScreen('setup', async () => (await loadMoreScreens()).loadSetupScreen());

const RefusedAccount = lazy(async () => ({
  default: (await import('./features/sign-in/refused-account.tsx')).RefusedAccount,
}));

// A failed sign-out often has no network: the dialog appears when it has loaded.
const SignOutFailed = lazy(async () => {
  const [{ SignOutFailed }] = await loadWithRetries(() =>
    Promise.all([import('./features/sign-in/sign-out-failed.tsx'), loadTexts('errors')]),
  );
  return { default: SignOutFailed };
});

const EveryPage = lazy(async () => {
  const [{ EveryPage }] = await Promise.all([import('./surfaces/every-page.tsx'), loadTexts('head')]);
  return { default: EveryPage };
});

// Loaded lazily: no screen depends on it, and visitors who are not signed in need it only to receive changes of the
// catalogue.
const LiveStore = lazy(async () => {
  const { LiveStore } = await loadWithRetries(() => import('./lib/live-store.ts'));
  return { default: LiveStore };
});

// Loaded after the first paint, so that it does not delay the screen.
const SignedIn = lazy(async () => {
  await new Promise((done) => setTimeout(done, 500));
  const [{ SignedIn }] = await loadWithRetries(() =>
    Promise.all([import('./surfaces/signed-in.tsx'), loadTexts('notices')]),
  );
  return { default: SignedIn };
});

/** Registered before the queue module has loaded, so that an early sign-out also shows the confirmation. */
const guardQueuedSteps = () =>
  guardLeaving((signOut) => {
    import('./lib/trip-queue/sign-out-question.ts').then(
      ({ confirmSignOut }) => confirmSignOut(signOut),
      () => signOut(),
    );
  });

const routes: RouteObject[] = [
  {
    path: paths.home,
    element: lazyScreen(
      'site',
      async () => (await import('./surfaces/site/landing-screen.tsx')).LandingScreen,
    ),
  },
  { path: '*', element: lazyScreen('core', async () => (await loadMoreScreens()).MoreScreens) },
];

// Loaded in parallel with session and settings; on the landing page only after the first paint, to be ready for the
// next screen.
const isLanding = window.location.pathname === paths.home;
setTimeout(() => loadMoreScreens().catch(() => undefined), isLanding ? 2_000 : 0);

export function App() {
  const { t } = useTranslation();
  const settingsFailed = useKerbSelector(({ settingsdata }) => settingsdata.error.flag);

  useEffect(() => {
    if (settingsFailed) document.title = t('setup_title');
  }, [settingsFailed, t]);

  return (
    <>
      <IsolatedPart>
        <LiveStore />
      </IsolatedPart>
      {settingsFailed ? setupScreen : <Screens />}
    </>
  );
}

function Screens() {
  const { pathname } = useLocation();
  const isRefused = useOpenedOnce(
    useKerbSelector(({ auth }) => auth.error.flag && auth.error.msg !== 'not_logged_in'),
  );
  const isSignOutFailed = useOpenedOnce(
    useSyncExternalStore(onSignOutState, () => signOutState().problem !== null),
  );
  const uid = useKerbSelector(({ auth }) => auth.info?.id);
  const isDriver = useKerbSelector(({ auth }) => auth.info?.usertype === 'driver');
  const [bell, setBell] = useState<ComponentType<ShellBellProps> | null>(null);
  const screen = useRoutes(routes);

  // Navigation scrolls to the top. The first page is not scrolled: the server rendered it, so a visitor may have
  // scrolled it before this script ran.
  const scrolledPage = useRef(pathname);
  useEffect(() => {
    if (scrolledPage.current === pathname) return;
    scrolledPage.current = pathname;
    window.scrollTo(0, 0);
  }, [pathname]);

  useEffect(() => (uid ? noticeTyping() : undefined), [uid]);
  useEffect(() => (isDriver ? guardQueuedSteps() : undefined), [isDriver]);

  return (
    <>
      <ShellBell value={bell}>
        <ErrorBoundary resetKey={pathname}>{screen}</ErrorBoundary>
      </ShellBell>
      <IsolatedPart>
        <EveryPage />
      </IsolatedPart>
      {uid && (
        <IsolatedPart>
          <SignedIn uid={uid} onBell={setBell} />
        </IsolatedPart>
      )}
      {isRefused && (
        <IsolatedPart>
          <RefusedAccount />
        </IsolatedPart>
      )}
      {isSignOutFailed && (
        <IsolatedPart>
          <SignOutFailed />
        </IsolatedPart>
      )}
    </>
  );
}
