// Makes t('…') accept only keys that exist in the English texts.
import 'i18next';
import type console from './locales/en/console.json';
import type core from './locales/en/core.json';
import type driver from './locales/en/driver.json';
import type errors from './locales/en/errors.json';
import type login from './locales/en/login.json';
import type rider from './locales/en/rider.json';
import type site from './locales/en/site.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: {
      translation: typeof core &
        typeof errors &
        typeof login &
        typeof site &
        typeof rider &
        typeof driver &
        typeof console;
    };
  }
}
