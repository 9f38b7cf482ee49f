// React hook that returns search results: screens and settings at once; bookings, people and promos from the server,
// debounced.
import type { BookingSummary, User } from '@kerb/contract';
import type { Promo } from '@kerb/domain/fare';
import { fullNameOf } from '@kerb/domain/identity';
import { isolated } from '@kerb/texts';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { loadTexts } from '../../lib/i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { pages, type SettingsPage } from '../../lib/setting-groups.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { consoleLinks } from '../../ui/console-links.ts';
import { useStatusText } from '../../ui/status-text.ts';
import { type Find, findByTitle } from './find.ts';
import { recentFinds } from './recent-finds.ts';

const settingsPages: readonly SettingsPage[] = ['settings', 'appinfo'];
const PAUSE_MS = 200;
const MOST = 6;
/** Shorter texts would match nearly everything. */
const MIN_CHARACTERS = 2;

export interface Finds {
  readonly items: readonly Find[];
  /** True while the server's results for the current text are loading. */
  readonly loading: boolean;
  /** True when a part of the search has failed; the other results are shown. */
  readonly failed: boolean;
}

/** The facts that are known, without duplicates. */
const factsOf = (facts: readonly (string | null)[]): string[] => [
  ...new Set(facts.flatMap((fact) => (fact === null || fact === '' ? [] : [fact]))),
];

const bookingFind = (booking: BookingSummary, status: string): Find => ({
  key: `booking ${booking.id}`,
  group: 'bookings',
  title: `${booking.reference} · ${isolated(booking.customer_name)}`,
  recentTitle: booking.reference,
  facts: factsOf([status, booking.vehicle_number, booking.pickupAddress, booking.dropAddress]),
  to: paths.booking(booking.id),
});

const personFind = (person: User, role: string): Find => {
  const name = fullNameOf(person);
  return {
    key: `person ${person.id}`,
    group: 'people',
    title: name || (person.mobile ?? person.email ?? ''),
    recentTitle: name || role,
    facts: factsOf([role, person.driver?.vehicleNumber ?? null, person.mobile]),
    to: paths.person(person.id),
  };
};

const promoFind = ({ id, promo_name, promo_description }: Promo): Find => ({
  key: `promo ${id}`,
  group: 'promos',
  title: promo_name,
  facts: factsOf([promo_description]),
  to: `${paths.promos}?q=${encodeURIComponent(promo_name)}`,
});

/** The screens of the user's role, with their names in the navigation. */
function useScreens(): readonly Find[] {
  const { t } = useTranslation();
  const { user } = useAuth();
  return useMemo(() => {
    const links = user ? consoleLinks(user.usertype).flatMap((group) => group.links) : [];
    return links.map(({ name, text, to }): Find => {
      return { key: `screen ${name}`, group: 'screens', title: t(`nav_${text}`), facts: [], to };
    });
  }, [t, user]);
}

/** The settings, for admins; empty until their texts are loaded. */
function useSettingFinds(): readonly Find[] {
  const { t } = useTranslation();
  const isAdmin = useAuth().user?.usertype === 'admin';
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!isAdmin) return;
    let isShown = true;
    loadTexts('settings').then(
      () => isShown && setLoaded(true),
      // Offline: the settings are left out of the results.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [isAdmin]);
  return useMemo(() => {
    if (!isLoaded) return [];
    return settingsPages.flatMap((page) =>
      pages[page].flatMap(({ name, keys }) =>
        keys.map((key): Find => {
          const to = `${page === 'settings' ? paths.settings : paths.appinfo}#setting-${key}`;
          const facts = [t(`settings_group_${name}`)];
          return { key: `setting ${key}`, group: 'settings', title: t(`setting_${key}`), facts, to };
        }),
      ),
    );
  }, [t, isLoaded]);
}

/** For an empty text: recent items, then all screens. */
export function useFinds(typed: string): Finds {
  const { t } = useTranslation();
  const { user } = useAuth();
  const statusText = useStatusText();
  const screens = useScreens();
  const settings = useSettingFinds();
  const text = typed.trim();
  const q = useSettled(text, PAUSE_MS);
  const [recent] = useState(() => recentFinds(user?.id ?? ''));

  const skip = q.length < MIN_CHARACTERS;
  const bookings = answers.listBookings.useQuery({ query: { q, limit: MOST } }, { skip });
  const people = answers.listUsers.useQuery({ query: { q, limit: MOST } }, { skip });
  const promos = answers.listPromos.useQuery(
    { query: { q, limit: MOST } },
    { skip: skip || user?.usertype !== 'admin' },
  );
  if (text === '') {
    const keys = new Set(recent.map(({ key }) => key));
    const others = screens.filter(({ key }) => !keys.has(key));
    return { items: [...recent, ...others], loading: false, failed: false };
  }
  const asked = [bookings, people, promos];
  // The server's results are added all at once, because the highlight stays on its option when others are inserted
  // above it: Enter would then not open the first result.
  const areThere = asked.every(
    ({ currentData, isError, isUninitialized }) => currentData !== undefined || isError || isUninitialized,
  );
  const fromServer = [
    ...(bookings.currentData?.items ?? []).map((booking) => bookingFind(booking, statusText(booking.status))),
    ...(people.currentData?.items ?? []).map((person) =>
      personFind(person, t(`usertype_${person.usertype}`)),
    ),
    ...(promos.currentData?.items ?? []).map(promoFind),
  ];
  return {
    items: [
      ...(areThere ? fromServer : []),
      ...findByTitle(screens, text),
      ...findByTitle(settings, text).slice(0, MOST),
    ],
    loading: q !== text || asked.some(({ isFetching }) => isFetching),
    failed: asked.some(({ isError }) => isError),
  };
}
