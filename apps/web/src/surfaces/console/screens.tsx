// Table of the console's screens by address, with the roles that may open each; loaded with the first screen.
import type { SavedViewTable } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { lazy, type ReactElement } from 'react';
import { matchPath, useLocation } from 'react-router';
import { BookingViewCount } from '../../features/bookings-table/view-count.tsx';
import { OpenReviewsProvider } from '../../features/fare-review/open-reviews.tsx';
import { FindAnything } from '../../features/find-anything/find-anything.tsx';
import { PeopleViewCount } from '../../features/people/view-count.tsx';
import { OpenAlertsProvider } from '../../features/safety/open-alerts.tsx';
import { DrawerViews } from '../../features/saved-views/drawer-views.tsx';
import { loadTexts, type TextArea } from '../../lib/i18n/index.ts';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { paths } from '../../lib/paths.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { IsolatedPart } from '../../ui/isolated-part.tsx';
import { ProtectedRoute } from '../../ui/protected-route.tsx';
import { WorkBadges } from './work-badges.tsx';

interface ConsoleScreen {
  readonly path: string;
  readonly roles: readonly Usertype[];
  readonly element: ReactElement;
}

const everyRole = ['rider', 'admin', 'driver', 'fleetadmin'] as const;
const managers = ['admin', 'fleetadmin'] as const;
const admins = ['admin'] as const;

type Load = Parameters<typeof lazyScreen>[1];

/** A lazily loaded screen that needs texts of further areas. */
const withTexts = (areas: readonly TextArea[], load: Load): ReactElement =>
  lazyScreen(['console', ...areas], load);
const people = (load: Load) => withTexts(['people'], load);
const money = (load: Load) => withTexts(['money', 'wallet'], load);
const carTypes = (load: Load) => withTexts(['catalog', 'site'], load);
const settings = (load: Load) => withTexts(['settings'], load);
const reports = (load: Load) => withTexts(['reports'], load);

const screens: readonly ConsoleScreen[] = [
  {
    path: paths.alerts,
    roles: admins,
    element: lazyScreen('console', async () => (await import('./alerts-screen.tsx')).AlertsScreen),
  },
  {
    path: paths.dashboard,
    roles: managers,
    element: withTexts(
      ['dashboard', 'bookings', 'reasons', 'reports'],
      async () => (await import('./dashboard-screen.tsx')).DashboardScreen,
    ),
  },
  {
    path: paths.bookings,
    roles: everyRole,
    element: withTexts(
      ['bookings', 'reasons', 'wallet', 'receipt'],
      async () => (await import('./bookings-screen.tsx')).BookingsScreen,
    ),
  },
  {
    path: paths.addbookings,
    roles: admins,
    // The form is the landing page's, so its texts are needed.
    element: withTexts(
      ['bookings', 'site', 'quote', 'desk'],
      async () => (await import('./add-booking-screen.tsx')).AddBookingScreen,
    ),
  },
  {
    path: paths.profile,
    roles: everyRole,
    element: withTexts(
      ['account', 'notices', 'security'],
      async () => (await import('./profile-screen.tsx')).ProfileScreen,
    ),
  },
  {
    path: paths.riders,
    roles: admins,
    element: people(async () => (await import('./riders-screen.tsx')).RidersScreen),
  },
  {
    path: paths.drivers,
    roles: managers,
    element: people(async () => (await import('./drivers-screen.tsx')).DriversScreen),
  },
  {
    path: paths.shifts,
    roles: managers,
    element: withTexts(['shifts'], async () => (await import('./shifts-screen.tsx')).ShiftsScreen),
  },
  {
    path: paths.fleetadmins,
    roles: admins,
    element: people(async () => (await import('./fleetadmins-screen.tsx')).FleetadminsScreen),
  },
  {
    path: paths.alladmin,
    roles: admins,
    element: people(async () => (await import('./alladmin-screen.tsx')).AllAdminScreen),
  },
  {
    path: paths.cartypes,
    roles: admins,
    element: carTypes(async () => (await import('./car-types-screen.tsx')).CarTypesScreen),
  },
  {
    path: '/cartypes/:id',
    roles: admins,
    element: carTypes(async () => (await import('./car-types-screen.tsx')).CarTypeScreen),
  },
  {
    path: paths.cancelreasons,
    roles: admins,
    element: withTexts(
      ['catalog'],
      async () => (await import('./cancel-reasons-screen.tsx')).CancelReasonsScreen,
    ),
  },
  {
    path: paths.promos,
    roles: admins,
    element: withTexts(['catalog'], async () => (await import('./promos-screen.tsx')).PromosScreen),
  },
  {
    path: paths.vehicles,
    roles: managers,
    element: withTexts(['vehicles'], async () => (await import('./vehicles-screen.tsx')).VehiclesScreen),
  },
  {
    path: paths.notifications,
    roles: admins,
    element: withTexts(
      ['notices'],
      async () => (await import('./notifications-screen.tsx')).NotificationsScreen,
    ),
  },
  {
    path: paths.addtowallet,
    roles: admins,
    element: money(async () => (await import('./add-to-wallet-screen.tsx')).AddToWalletScreen),
  },
  {
    path: paths.withdraws,
    roles: admins,
    element: money(async () => (await import('./withdraws-screen.tsx')).WithdrawsScreen),
  },
  {
    path: paths.farereviews,
    roles: admins,
    element: withTexts(
      ['fare', 'farereviews', 'bookings', 'reasons'],
      async () => (await import('./fare-reviews-screen.tsx')).FareReviewsScreen,
    ),
  },
  {
    path: paths.money,
    roles: admins,
    element: money(async () => (await import('./money-screen.tsx')).MoneyScreen),
  },
  {
    path: paths.earningreports,
    roles: admins,
    element: reports(async () => (await import('./earning-reports-screen.tsx')).EarningReportsScreen),
  },
  {
    path: paths.driverearning,
    roles: managers,
    element: reports(async () => (await import('./driver-earning-screen.tsx')).DriverEarningScreen),
  },
  {
    path: paths.settings,
    roles: admins,
    element: settings(async () => (await import('./settings-screen.tsx')).SettingsScreen),
  },
  {
    path: paths.appinfo,
    roles: admins,
    element: settings(async () => (await import('./settings-screen.tsx')).AppInfoScreen),
  },
  {
    path: paths.whatif,
    roles: admins,
    // The screen shows names of settings and the chart of the reports.
    element: withTexts(
      ['settings', 'reports', 'whatif'],
      async () => (await import('./what-if-screen.tsx')).WhatIfScreen,
    ),
  },
  {
    path: paths.opendata,
    roles: admins,
    element: withTexts(['opendata'], async () => (await import('./open-data-screen.tsx')).OpenDataScreen),
  },
  {
    path: paths.languagesetting,
    roles: admins,
    element: withTexts(['languages'], async () => (await import('./languages-screen.tsx')).LanguagesScreen),
  },
  {
    path: '/languagesetting/:id',
    roles: admins,
    element: withTexts(['languages'], async () => (await import('./languages-screen.tsx')).LanguageScreen),
  },
  {
    path: '/bookings/:id',
    roles: everyRole,
    // The screen shares money and receipt with the trip screen, and the chat with rider and driver.
    element: withTexts(
      ['bookings', 'reasons', 'wallet', 'receipt', 'chat', 'fare', 'farereviews'],
      async () => (await import('./booking-screen.tsx')).BookingScreen,
    ),
  },
  {
    path: '/people/:id',
    roles: managers,
    // The audit trail uses the sign-up's names of documents, and the wallet uses the owner's names of entries.
    element: withTexts(
      ['people', 'signup', 'wallet'],
      async () => (await import('./person-screen.tsx')).PersonScreen,
    ),
  },
];

const CallToast = lazy(async () => {
  const [{ CallToast }] = await Promise.all([
    import('../../features/phone-desk/call-toast.tsx'),
    loadTexts('desk'),
  ]);
  return { default: CallToast };
});

function renderViewCount(table: SavedViewTable, query: string) {
  switch (table) {
    case 'bookings':
      return <BookingViewCount query={query} />;
    case 'drivers':
      return <PeopleViewCount usertype="driver" query={query} />;
    case 'riders':
      return <PeopleViewCount usertype="rider" query={query} />;
  }
}

export function ConsoleScreens() {
  const { pathname } = useLocation();
  const { user } = useAuth();
  const screen = screens.find(({ path }) => matchPath(path, pathname));
  if (!screen) return null;
  const shown = (
    <ProtectedRoute key={screen.path} roles={screen.roles}>
      {screen.element}
    </ProtectedRoute>
  );
  if (user?.usertype === 'fleetadmin')
    return (
      <DrawerViews renderCount={renderViewCount}>
        <FindAnything>{shown}</FindAnything>
      </DrawerViews>
    );
  if (user?.usertype !== 'admin') return shown;
  return (
    <OpenAlertsProvider>
      <OpenReviewsProvider>
        <WorkBadges>
          <DrawerViews renderCount={renderViewCount}>
            <FindAnything>{shown}</FindAnything>
          </DrawerViews>
        </WorkBadges>
      </OpenReviewsProvider>
      <IsolatedPart>
        <CallToast />
      </IsolatedPart>
    </OpenAlertsProvider>
  );
}
