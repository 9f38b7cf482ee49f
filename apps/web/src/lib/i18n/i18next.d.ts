// Makes t('…') accept only keys that exist in the English texts.
import 'i18next';
import type account from '@kerb/texts/locales/en/account.json';
import type bookings from '@kerb/texts/locales/en/bookings.json';
import type catalog from '@kerb/texts/locales/en/catalog.json';
import type chat from '@kerb/texts/locales/en/chat.json';
import type console from '@kerb/texts/locales/en/console.json';
import type core from '@kerb/texts/locales/en/core.json';
import type dashboard from '@kerb/texts/locales/en/dashboard.json';
import type desk from '@kerb/texts/locales/en/desk.json';
import type driver from '@kerb/texts/locales/en/driver.json';
import type errors from '@kerb/texts/locales/en/errors.json';
import type fare from '@kerb/texts/locales/en/fare.json';
import type farereviews from '@kerb/texts/locales/en/farereviews.json';
import type head from '@kerb/texts/locales/en/head.json';
import type languages from '@kerb/texts/locales/en/languages.json';
import type login from '@kerb/texts/locales/en/login.json';
import type money from '@kerb/texts/locales/en/money.json';
import type notices from '@kerb/texts/locales/en/notices.json';
import type opendata from '@kerb/texts/locales/en/opendata.json';
import type pages from '@kerb/texts/locales/en/pages.json';
import type people from '@kerb/texts/locales/en/people.json';
import type picker from '@kerb/texts/locales/en/picker.json';
import type quote from '@kerb/texts/locales/en/quote.json';
import type reasons from '@kerb/texts/locales/en/reasons.json';
import type receipt from '@kerb/texts/locales/en/receipt.json';
import type reports from '@kerb/texts/locales/en/reports.json';
import type rider from '@kerb/texts/locales/en/rider.json';
import type safety from '@kerb/texts/locales/en/safety.json';
import type security from '@kerb/texts/locales/en/security.json';
import type settings from '@kerb/texts/locales/en/settings.json';
import type setup from '@kerb/texts/locales/en/setup.json';
import type shifts from '@kerb/texts/locales/en/shifts.json';
import type signup from '@kerb/texts/locales/en/signup.json';
import type site from '@kerb/texts/locales/en/site.json';
import type trip from '@kerb/texts/locales/en/trip.json';
import type vehicles from '@kerb/texts/locales/en/vehicles.json';
import type wallet from '@kerb/texts/locales/en/wallet.json';
import type whatif from '@kerb/texts/locales/en/whatif.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: {
      translation: typeof core &
        typeof errors &
        typeof login &
        typeof site &
        typeof pages &
        typeof head &
        typeof rider &
        typeof trip &
        typeof desk &
        typeof driver &
        typeof console &
        typeof signup &
        typeof people &
        typeof reasons &
        typeof receipt &
        typeof fare &
        typeof farereviews &
        typeof money &
        typeof account &
        typeof wallet &
        typeof reports &
        typeof bookings &
        typeof catalog &
        typeof chat &
        typeof safety &
        typeof security &
        typeof notices &
        typeof picker &
        typeof quote &
        typeof settings &
        typeof shifts &
        typeof languages &
        typeof opendata &
        typeof dashboard &
        typeof setup &
        typeof vehicles &
        typeof whatif;
    };
  }
}
