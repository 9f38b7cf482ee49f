// Implements identity's port ReadUserParts: reads the parts of a user record listed in `include` from the modules that
// own them.
import type { DocumentKind, DriverDocument, NoticeView, UserPart, UserParts } from '@kerb/contract';
import type { BookingApi } from './modules/booking/index.ts';
import type { DriverDocumentsApi } from './modules/driver-documents/index.ts';
import type { FleetApi } from './modules/fleet/index.ts';
import type { IdentityApi, ReadUserParts } from './modules/identity/index.ts';
import type { SettingsApi } from './modules/settings/index.ts';
import { type WalletApi, walletPage } from './modules/wallet/index.ts';

export interface UserPartsDeps {
  settings: Pick<SettingsApi, 'get'>;
  identity: Pick<IdentityApi, 'savedAddressesOf' | 'devicesOf'>;
  fleet: Pick<FleetApi, 'positions'>;
  documents: Pick<DriverDocumentsApi, 'documentsOf'>;
  wallet: Pick<WalletApi, 'history'>;
  booking: Pick<BookingApi, 'ratingsOf'>;
  notifications: { latestNotices(uid: string, limit: number): Promise<NoticeView[]> };
}

/** Maximum number of list entries, the page size of the API's lists. */
const MAX_ENTRIES = 200;

const documentParts: readonly DocumentKind[] = ['licenseImage', 'img1', 'img2', 'img3', 'img4'];

const urlOf = (documents: readonly DriverDocument[], wanted: DocumentKind): string | null =>
  documents.find(({ kind }) => kind === wanted)?.url ?? null;

export function createReadUserParts(deps: UserPartsDeps): ReadUserParts {
  const { settings, identity, fleet, wallet, booking, notifications } = deps;

  async function walletHistory(uid: string) {
    const { decimal } = await settings.get();
    return (await walletPage(wallet, uid, { limit: MAX_ENTRIES }, decimal)).items;
  }

  async function locationOf(uid: string): Promise<UserParts['location']> {
    const seen = await fleet.positions.of(uid);
    return seen ? { lat: seen.lat, lng: seen.lng } : null;
  }

  async function documents(uid: string, wanted: readonly UserPart[]): Promise<UserParts> {
    const kinds = documentParts.filter((kind) => wanted.includes(kind));
    if (kinds.length === 0) return {};
    const uploaded = await deps.documents.documentsOf(uid);
    return Object.fromEntries(kinds.map((kind) => [kind, urlOf(uploaded, kind)]));
  }

  async function device(uid: string, wanted: readonly UserPart[]): Promise<UserParts> {
    if (!wanted.includes('pushToken') && !wanted.includes('userPlatform')) return {};
    const latest = (await identity.devicesOf([uid])).get(uid)?.at(0);
    return {
      ...(wanted.includes('pushToken') ? { pushToken: latest?.token ?? null } : {}),
      ...(wanted.includes('userPlatform') ? { userPlatform: latest?.platform ?? null } : {}),
    };
  }

  return async function readUserParts(uid, wanted) {
    const parts: UserParts = { ...(await documents(uid, wanted)), ...(await device(uid, wanted)) };
    if (wanted.includes('savedAddresses')) parts.savedAddresses = [...(await identity.savedAddressesOf(uid))];
    if (wanted.includes('walletHistory')) parts.walletHistory = await walletHistory(uid);
    if (wanted.includes('notifications'))
      parts.notifications = await notifications.latestNotices(uid, MAX_ENTRIES);
    if (wanted.includes('location')) parts.location = await locationOf(uid);
    if (wanted.includes('ratings.details'))
      parts.ratingDetails = (await booking.ratingsOf(uid, { limit: MAX_ENTRIES })).items;
    return parts;
  };
}
