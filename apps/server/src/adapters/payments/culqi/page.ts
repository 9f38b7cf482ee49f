// The checkout page on which Culqi's script turns a card into a token.
import type { CheckoutOrder, EmbeddedPage } from '../../../ports/payments.ts';

const SETUP = `
const { publicKey, config } = kerb.data;
const checkout = new CulqiCheckout(publicKey, config);
checkout.culqi = () => {
  if (checkout.token) {
    checkout.close();
    kerb.submit({ token: checkout.token.id });
  } else if (checkout.error) {
    kerb.fail(checkout.error.user_message || checkout.error.merchant_message);
  }
};
kerb.onPay(() => checkout.open());
`;

const MAX_TITLE_LENGTH = 40;
const LANGUAGES = ['es', 'en'];

/** `amount` is in hundredths. The Yape wallet is offered for soles only. */
export function pageOf(
  order: CheckoutOrder,
  amount: number,
  publicKey: string,
  checkoutUrl: string,
): EmbeddedPage {
  const [language = ''] = order.locale.split('-');
  const paymentMethods = {
    tarjeta: true,
    yape: order.amount.currency === 'PEN',
    billetera: false,
    bancaMovil: false,
    agente: false,
    cuotealo: false,
  };
  const config = {
    settings: {
      title: order.product_name.slice(0, MAX_TITLE_LENGTH),
      currency: order.amount.currency,
      amount,
    },
    client: order.buyer.email ? { email: order.buyer.email } : {},
    options: {
      lang: LANGUAGES.includes(language) ? language : 'auto',
      installments: false,
      modal: true,
      paymentMethods,
      paymentMethodsSort: ['tarjeta', 'yape'],
    },
    appearance: { theme: 'default', menuType: 'sidebar' },
  };
  return {
    scripts: [checkoutUrl],
    origins: [
      new URL(checkoutUrl).origin,
      'https://checkout.culqi.com',
      'https://secure.culqi.com',
      'https://api.culqi.com',
    ],
    body: '',
    setup: SETUP,
    data: { publicKey, config },
  };
}
