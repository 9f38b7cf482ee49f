// The adapters that the configuration asks for; where it names no provider, what this machine has by itself.
import { join } from 'node:path';
import { createAltchaCaptcha } from './adapters/captcha/altcha-captcha.ts';
import { createInboxEmail } from './adapters/email/inbox-email.ts';
import { createSmtpEmail } from './adapters/email/smtp-email.ts';
import { createSharpImages } from './adapters/images/sharp-images.ts';
import { createGoogleMapService } from './adapters/maps/google-map-service.ts';
import { createGreatCircleRouter } from './adapters/maps/great-circle-router.ts';
import { createInProcessEngine, createRemoteEngine } from './adapters/maps/valhalla-engine.ts';
import { valhallaPrograms } from './adapters/maps/valhalla-programs.ts';
import { createValhallaRouter } from './adapters/maps/valhalla-router.ts';
import { createPdfDocuments } from './adapters/pdf/pdf-documents.ts';
import { createFcm } from './adapters/push/fcm.ts';
import { vapidKeysFrom } from './adapters/push/vapid-keys.ts';
import { createWebPush } from './adapters/push/web-push.ts';
import { createInboxSms } from './adapters/sms/inbox-sms.ts';
import { createTwilioSms } from './adapters/sms/twilio-sms.ts';
import { createSocialSignIns } from './adapters/social/index.ts';
import { createDiskStorage } from './adapters/storage/drive-storage.ts';
import type { Config } from './config.ts';
import type { DevInbox } from './modules/notifications/index.ts';
import type { Clock } from './ports/clock.ts';
import type { EmailSender } from './ports/email.ts';
import type { PushSenders } from './ports/push.ts';
import type { RoadRouter } from './ports/roads.ts';

function createRoads(config: Config): RoadRouter {
  if (config.valhallaUrl) return createValhallaRouter(createRemoteEngine(config.valhallaUrl));
  return valhallaPrograms() ? createValhallaRouter(createInProcessEngine()) : createGreatCircleRouter();
}

/** Null: no mail is sent, because nobody would get it. */
function createEmail({ smtp, mode }: Config, keep: EmailSender['send']): EmailSender | null {
  if (smtp) return createSmtpEmail(smtp);
  return mode === 'demo' ? createInboxEmail(keep) : null;
}

function createPush({ push, mode, secret }: Config & { secret: string }, clock: Clock): PushSenders {
  const { fcm, vapidKeys, vapidSubject: subject } = push;
  const keys = vapidKeys ?? vapidKeysFrom(secret);
  return {
    web: createWebPush({ keys, subject, clock, allowLoopback: mode === 'demo' }),
    fcm: fcm ? createFcm({ ...fcm, clock }) : null,
  };
}

/** `inbox` keeps what would have been sent where there is nobody to send it. */
export function createAdaptersFor(
  config: Config & { secret: string },
  { clock, inbox }: { clock: Clock; inbox: Pick<DevInbox, 'keepSms' | 'keepEmail'> },
) {
  return {
    images: createSharpImages(),
    documents: createPdfDocuments(),
    storage: createDiskStorage(join(config.dataFolder, 'files')),
    sms: config.twilio ? createTwilioSms(config.twilio) : createInboxSms(inbox.keepSms),
    push: createPush(config, clock),
    email: createEmail(config, inbox.keepEmail),
    roads: createRoads(config),
    externalMaps: config.googleMapsKey ? createGoogleMapService({ key: config.googleMapsKey }) : undefined,
    signIns: createSocialSignIns(config.social, clock),
    captcha: createAltchaCaptcha({ secret: config.secret, clock }),
    paymentProviders: config.payments.create.map((create) => create({ clock })),
  };
}
