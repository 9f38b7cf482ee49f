// The checkout page with Braintree's Drop-in form, which turns a card into a nonce that can be charged once.
import type { EmbeddedPage } from '../../../ports/payments.ts';

const SCRIPT = 'https://js.braintreegateway.com/web/dropin/1.43.0/js/dropin.min.js';

/** Drop-in's locales by language: https://braintree.github.io/braintree-web-drop-in/docs/current, `locale`. */
const LOCALES: Readonly<Record<string, string>> = {
  ar: 'ar_EG',
  da: 'da_DK',
  de: 'de_DE',
  en: 'en_US',
  es: 'es_ES',
  fr: 'fr_FR',
  he: 'he_IL',
  id: 'id_ID',
  it: 'it_IT',
  ja: 'ja_JP',
  ko: 'ko_KR',
  nl: 'nl_NL',
  no: 'no_NO',
  pl: 'pl_PL',
  pt: 'pt_BR',
  ru: 'ru_RU',
  sv: 'sv_SE',
  th: 'th_TH',
  zh: 'zh_CN',
};

const SETUP = `
braintree.dropin
  .create({
    authorization: kerb.data.authorization,
    container: '#braintree-dropin',
    locale: kerb.data.locale,
  })
  .then((dropin) => {
    kerb.onPay(() =>
      dropin
        .requestPaymentMethod()
        .then(({ nonce }) => kerb.submit({ payment_method_nonce: nonce }))
        .catch((error) => kerb.fail(error.message)),
    );
  })
  .catch((error) => kerb.fail(error.message));
`;

/**
 * `authorization` is a client token. The hosts that Drop-in frames and calls depend on the environment of the API's
 * URL.
 */
export function braintreePage(authorization: string, locale: string, apiUrl: string): EmbeddedPage {
  const part = new URL(apiUrl).hostname.includes('sandbox') ? 'sandbox.' : '';
  return {
    scripts: [SCRIPT],
    origins: [
      'https://js.braintreegateway.com',
      'https://assets.braintreegateway.com',
      `https://api.${part}braintreegateway.com`,
      `https://client-analytics.${part}braintreegateway.com`,
      `https://payments.${part}braintree-api.com`,
    ],
    body: '<div id="braintree-dropin"></div>',
    setup: SETUP,
    data: { authorization, locale: LOCALES[locale.split('-')[0] ?? ''] ?? 'en_US' },
  };
}
