// One icon per link of the console.

import type { SvgIconComponent } from '@mui/icons-material';
import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import AddRoadOutlined from '@mui/icons-material/AddRoadOutlined';
import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined';
import BalanceOutlined from '@mui/icons-material/BalanceOutlined';
import BusinessOutlined from '@mui/icons-material/BusinessOutlined';
import CampaignOutlined from '@mui/icons-material/CampaignOutlined';
import CancelOutlined from '@mui/icons-material/CancelOutlined';
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
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined';
import SummarizeOutlined from '@mui/icons-material/SummarizeOutlined';
import TranslateOutlined from '@mui/icons-material/TranslateOutlined';
import type { LinkName } from './console-links.ts';

export const consoleIcons: Record<LinkName, SvgIconComponent> = {
  home: HomeOutlined,
  dashboard: SpaceDashboardOutlined,
  alerts: ReportProblemOutlined,
  driver_trips: NavigationOutlined,
  bookings: ReceiptLongOutlined,
  addbookings: AddRoadOutlined,
  riders: PeopleOutlined,
  drivers: DirectionsCarOutlined,
  fleetadmins: BusinessOutlined,
  alladmin: AdminPanelSettingsOutlined,
  earningreports: SummarizeOutlined,
  driverearning: InsightsOutlined,
  addtowallet: AccountBalanceWalletOutlined,
  withdraws: PaymentsOutlined,
  farereviews: BalanceOutlined,
  money: AccountBalanceOutlined,
  cartypes: LocalTaxiOutlined,
  cancelreasons: CancelOutlined,
  promos: LocalOfferOutlined,
  notifications: CampaignOutlined,
  appinfo: InfoOutlined,
  settings: SettingsOutlined,
  whatif: CompareArrowsOutlined,
  languagesetting: TranslateOutlined,
  profile: PersonOutlined,
};
