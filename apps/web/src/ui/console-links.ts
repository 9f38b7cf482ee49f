// Table of the console's links for each role, in order and in groups, with their icons.
import type { Usertype } from '@kerb/domain/identity';
import type { SvgIconComponent } from '@mui/icons-material';
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import AddRoadOutlined from '@mui/icons-material/AddRoadOutlined';
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import BalanceOutlined from '@mui/icons-material/BalanceOutlined';
import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined';
import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import CancelOutlined from '@mui/icons-material/CancelOutlined';
import CarRentalOutlined from '@mui/icons-material/CarRentalOutlined';
import CompareArrowsOutlined from '@mui/icons-material/CompareArrowsOutlined';
import DirectionsCarOutlined from '@mui/icons-material/DirectionsCarOutlined';
import HomeOutlined from '@mui/icons-material/HomeOutlined';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import InsightsOutlined from '@mui/icons-material/InsightsOutlined';
import LocalOfferOutlined from '@mui/icons-material/LocalOfferOutlined';
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined';
import NavigationOutlined from '@mui/icons-material/NavigationOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import SettingsOutlined from '@mui/icons-material/SettingsOutlined';
import ShareOutlined from '@mui/icons-material/ShareOutlined';
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import SummarizeOutlined from '@mui/icons-material/SummarizeOutlined';
import TranslateOutlined from '@mui/icons-material/TranslateOutlined';
import { paths } from '../lib/paths.ts';

const entries = {
  home: { to: paths.home, Icon: HomeOutlined },
  dashboard: { to: paths.dashboard, Icon: SpaceDashboardOutlined },
  alerts: { to: paths.alerts, Icon: ReportProblemOutlined },
  driver_trips: { to: paths.driverTrips, Icon: NavigationOutlined },
  bookings: { to: paths.bookings, Icon: ReceiptLongOutlined },
  addbookings: { to: paths.addbookings, Icon: AddRoadOutlined },
  riders: { to: paths.riders, Icon: PeopleOutlined },
  drivers: { to: paths.drivers, Icon: DirectionsCarOutlined },
  shifts: { to: paths.shifts, Icon: CalendarMonthOutlined },
  vehicles: { to: paths.vehicles, Icon: CarRentalOutlined },
  fleetadmins: { to: paths.fleetadmins, Icon: BusinessOutlined },
  alladmin: { to: paths.alladmin, Icon: AdminPanelSettingsOutlined },
  earningreports: { to: paths.earningreports, Icon: SummarizeOutlined },
  driverearning: { to: paths.driverearning, Icon: InsightsOutlined },
  wallet: { to: paths.wallet, Icon: AccountBalanceWalletOutlined },
  addtowallet: { to: paths.addtowallet, Icon: AccountBalanceWalletOutlined },
  withdraws: { to: paths.withdraws, Icon: PaymentsOutlined },
  farereviews: { to: paths.farereviews, Icon: BalanceOutlined },
  money: { to: paths.money, Icon: AccountBalanceOutlined },
  cartypes: { to: paths.cartypes, Icon: LocalTaxiOutlined },
  cancelreasons: { to: paths.cancelreasons, Icon: CancelOutlined },
  promos: { to: paths.promos, Icon: LocalOfferOutlined },
  notifications: { to: paths.notifications, Icon: CampaignOutlined },
  appinfo: { to: paths.appinfo, Icon: InfoOutlined },
  settings: { to: paths.settings, Icon: SettingsOutlined },
  whatif: { to: paths.whatif, Icon: CompareArrowsOutlined },
  opendata: { to: paths.opendata, Icon: ShareOutlined },
  languagesetting: { to: paths.languagesetting, Icon: TranslateOutlined },
  profile: { to: paths.profile, Icon: PersonOutlined },
} as const;

export type LinkName = keyof typeof entries;
export type GroupName = 'general' | 'users' | 'wallet' | 'settings';

export interface ConsoleLink {
  readonly name: LinkName;
  /** Text of the link; for fleet admins the driver earnings are named "earning reports" (specification §2). */
  readonly text: LinkName;
  readonly to: string;
  readonly Icon: SvgIconComponent;
}

export interface ConsoleGroup {
  readonly group: GroupName;
  readonly links: readonly ConsoleLink[];
}

type Plan = readonly (readonly [GroupName, readonly LinkName[]])[];

const plans: Record<Usertype, Plan> = {
  admin: [
    [
      'general',
      [
        'home',
        'dashboard',
        'alerts',
        'bookings',
        'addbookings',
        'cartypes',
        'cancelreasons',
        'promos',
        'notifications',
        'profile',
      ],
    ],
    ['users', ['riders', 'drivers', 'vehicles', 'shifts', 'fleetadmins', 'alladmin']],
    ['wallet', ['earningreports', 'driverearning', 'addtowallet', 'withdraws', 'farereviews', 'money']],
    ['settings', ['appinfo', 'settings', 'whatif', 'opendata', 'languagesetting']],
  ],
  // The "earning reports" link of fleet admins opens the driver earnings, the only earnings report that the role may
  // open.
  fleetadmin: [
    [
      'general',
      [
        'home',
        'dashboard',
        'bookings',
        'drivers',
        'vehicles',
        'shifts',
        'driverearning',
        'wallet',
        'profile',
      ],
    ],
  ],
  driver: [['general', ['home', 'driver_trips', 'bookings', 'profile']]],
  rider: [['general', ['home', 'bookings', 'profile']]],
};

/** Links in the bottom bar on phones; riders and drivers have their own screens instead. */
const onThePhone: Record<Usertype, readonly LinkName[]> = {
  admin: ['dashboard', 'bookings', 'addbookings', 'alerts', 'drivers'],
  fleetadmin: ['dashboard', 'bookings', 'drivers', 'driverearning'],
  driver: [],
  rider: [],
};

const textOf = (role: Usertype, name: LinkName): LinkName =>
  role === 'fleetadmin' && name === 'driverearning' ? 'earningreports' : name;

const linkOf = (role: Usertype, name: LinkName): ConsoleLink => ({
  name,
  text: textOf(role, name),
  ...entries[name],
});

export const phoneLinks = (role: Usertype): ConsoleLink[] =>
  onThePhone[role].map((name) => linkOf(role, name));

/** The groups of links for a role. */
export function consoleLinks(role: Usertype): ConsoleGroup[] {
  return plans[role].map(([group, names]) => ({
    group,
    links: names.map((name) => linkOf(role, name)),
  }));
}
