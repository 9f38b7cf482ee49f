// Makes t('…') accept only keys that exist in the English texts.
import 'i18next';
import type account from './locales/en/account.json';
import type bookings from './locales/en/bookings.json';
import type catalog from './locales/en/catalog.json';
import type chat from './locales/en/chat.json';
import type console from './locales/en/console.json';
import type core from './locales/en/core.json';
import type driver from './locales/en/driver.json';
import type errors from './locales/en/errors.json';
import type login from './locales/en/login.json';
import type money from './locales/en/money.json';
import type notices from './locales/en/notices.json';
import type pages from './locales/en/pages.json';
import type people from './locales/en/people.json';
import type quote from './locales/en/quote.json';
import type receipt from './locales/en/receipt.json';
import type reports from './locales/en/reports.json';
import type rider from './locales/en/rider.json';
import type safety from './locales/en/safety.json';
import type setup from './locales/en/setup.json';
import type signup from './locales/en/signup.json';
import type site from './locales/en/site.json';
import type trip from './locales/en/trip.json';
import type wallet from './locales/en/wallet.json';

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
        typeof rider &
        typeof trip &
        typeof driver &
        typeof console &
        typeof signup &
        typeof people &
        typeof receipt &
        typeof money &
        typeof account &
        typeof wallet &
        typeof reports &
        typeof bookings &
        typeof catalog &
        typeof chat &
        typeof safety &
        typeof notices &
        typeof quote &
        typeof setup;
    };
  }
}
