// Table of the pages that npm run audit:web measures, each with its path, device, user and goals.
import { paths } from '../../apps/web/src/lib/paths.ts';
import type { Goals } from './judge-pages.ts';

export interface AuditedPage {
  /** Name of the page in the report. */
  readonly name: string;
  readonly path: string;
  readonly device: 'mobile' | 'desktop';
  /** The demonstration user who opens it; null for a visitor. */
  readonly viewer: 'rider' | 'admin' | null;
  /** Search engines may index the page. Other pages forbid indexing, so their SEO score is not measured. */
  readonly listed: boolean;
  readonly goals: Goals;
}

/** Goals of pages that search engines do not list: times in ms, sizes in bytes. */
const unlistedGoals: Goals = {
  performance: { atLeast: 90 },
  accessibility: { atLeast: 100 },
  bestPractices: { atLeast: 100 },
  lcp: { atMost: 2_500 },
  tbt: { atMost: 300 },
  cls: { atMost: 0.02 },
  codeBytes: { atMost: 150_000 },
  pageBytes: { atMost: 400_000 },
  violations: { atMost: 0 },
};

const publicGoals: Goals = { ...unlistedGoals, seo: { atLeast: 100 } };

const consoleGoals: Goals = {
  performance: { atLeast: 80 },
  accessibility: { atLeast: 80 },
  bestPractices: { atLeast: 80 },
  violations: { atMost: 0 },
};

function publicPage(name: string, path: string, more: Partial<AuditedPage> = {}): AuditedPage {
  return { name, path, device: 'mobile', viewer: null, listed: true, goals: publicGoals, ...more };
}

const consolePage = (path: string): AuditedPage => ({
  name: `console ${path.slice(1)}`,
  path,
  device: 'desktop',
  viewer: 'admin',
  listed: false,
  goals: consoleGoals,
});

export const auditedPages: readonly AuditedPage[] = [
  publicPage('landing', paths.home),
  publicPage('about us', paths.aboutUs),
  publicPage('privacy policy', paths.privacyPolicy),
  publicPage('driver sign-up', paths.driverSignup),
  publicPage('login', paths.login, { listed: false, goals: unlistedGoals }),
  // The same path as the landing page, which shows the booking form to a signed-in rider.
  publicPage('booking form', paths.home, { viewer: 'rider' }),
  ...[
    paths.dashboard,
    paths.alerts,
    paths.bookings,
    paths.addbookings,
    paths.riders,
    paths.drivers,
    paths.shifts,
    paths.fleetadmins,
    paths.alladmin,
    paths.cartypes,
    paths.cancelreasons,
    paths.promos,
    paths.notifications,
    paths.addtowallet,
    paths.withdraws,
    paths.farereviews,
    paths.money,
    paths.earningreports,
    paths.driverearning,
    paths.vehicles,
    paths.whatif,
    paths.opendata,
    paths.settings,
    paths.appinfo,
    paths.languagesetting,
    paths.profile,
  ].map(consolePage),
];
