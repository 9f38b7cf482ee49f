// The checkout page on which SecurePay's script shows card fields in its own frame and turns the card into a token.
import type { EmbeddedPage } from '../../../ports/payments.ts';

const CONTAINER = 'securepay-ui-container';
const SCRIPT = 'securepay-ui-js';

/** The script finds its own URL by its element's id. */
const SETUP = `
const { scriptUrl, scriptId, containerId, clientId, merchantCode, ip } = kerb.data;
for (const script of document.scripts) if (script.src === scriptUrl) script.id = scriptId;
const whyOf = (errors) => {
  try {
    const parsed = typeof errors === 'string' ? JSON.parse(errors) : errors;
    return parsed.errors[0].detail;
  } catch {
    return String(errors);
  }
};
const card = new securePayUI.init({
  containerId,
  scriptId,
  clientId,
  merchantCode,
  card: {
    allowedCardTypes: ['visa', 'mastercard', 'amex', 'diners'],
    showCardIcons: true,
    onTokeniseSuccess: (tokenised) => kerb.submit({ token: tokenised.token, ip }),
    onTokeniseError: (errors) => kerb.fail(whyOf(errors)),
  },
});
kerb.onPay(() => card.tokenise());
`;

export function pageOf(settings: {
  readonly scriptUrl: string;
  readonly clientId: string;
  readonly merchantCode: string;
  readonly ip: string;
}): EmbeddedPage {
  return {
    scripts: [settings.scriptUrl],
    origins: [new URL(settings.scriptUrl).origin],
    body: `<div id="${CONTAINER}"></div>`,
    setup: SETUP,
    data: { ...settings, scriptId: SCRIPT, containerId: CONTAINER },
  };
}
