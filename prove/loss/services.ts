// External services of an installation: e-mail, push messages and payments, each behind a proxy that can fail.
import {
  LOGIN,
  PUBLIC_KEY,
  SECRET_KEY,
  startCulqi,
} from '../../apps/server/src/adapters/payments/culqi/testing/counterpart.ts';
import {
  startStripeCounterpart,
  stripeKeys,
} from '../../apps/server/src/adapters/payments/stripe/testing/counterpart.ts';
import { createFcmCounterpart } from '../../apps/server/src/adapters/push/fcm/testing/counterpart.ts';
import { createPushService } from '../../apps/server/src/adapters/push/web-push/testing/counterpart.ts';
import { startHttpFront } from './http-front.ts';
import { startMailFront } from './mail-front.ts';

export async function startServices() {
  const mail = await startMailFront();
  const browsers = await createPushService();
  const webPush = await startHttpFront(browsers.origin);
  const phones = await createFcmCounterpart();
  const fcm = await startHttpFront(phones.config.apiUrl);
  const stripe = await startStripeCounterpart();
  const stripeFront = await startHttpFront(stripe.url);
  const culqi = await startCulqi();
  const culqiFront = await startHttpFront(culqi.url);
  const parts = [mail, webPush, browsers, fcm, phones, stripeFront, stripe, culqiFront, culqi];
  return {
    mail,
    push: {
      /** Push service of browsers. */
      web: webPush,
      /** Push service of apps. */
      fcm,
      browsers,
      phones,
      /** A browser's subscription, as JSON. */
      subscribe: (name: string): string => browsers.subscribe(name).replace(browsers.origin, webPush.url),
    },
    payments: { stripe, stripeFront, culqi, culqiFront },
    env: {
      SMTP_URL: mail.url,
      EMAIL_FROM: 'Kerb <receipts@kerb.example>',
      FCM_PROJECT_ID: phones.config.projectId,
      FCM_CLIENT_EMAIL: phones.config.clientEmail,
      FCM_PRIVATE_KEY: phones.config.privateKey,
      FCM_API_URL: fcm.url,
      FCM_TOKEN_URL: phones.config.tokenUrl,
      STRIPE_SECRET_KEY: stripeKeys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
      STRIPE_API_URL: stripeFront.url,
      CULQI_PUBLIC_KEY: PUBLIC_KEY,
      CULQI_SECRET_KEY: SECRET_KEY,
      CULQI_WEBHOOK_LOGIN: LOGIN,
      CULQI_API_URL: culqiFront.url,
    },
    async close(): Promise<void> {
      for (const part of parts) await part.close();
    },
  };
}
export type Services = Awaited<ReturnType<typeof startServices>>;
