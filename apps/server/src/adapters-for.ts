// Creates the adapters that the configuration selects. Where no provider is configured, the local counterpart is used.
import { join } from 'node:path';
import { createAltchaCaptcha } from './adapters/captcha/altcha-captcha.ts';
import { createInboxEmail } from './adapters/email/inbox/inbox-email.ts';
import { createSmtpEmail } from './adapters/email/smtp/smtp-email.ts';
import { createSharpImages } from './adapters/images/sharp-images.ts';
import { createGoogleMapService } from './adapters/maps/google/google-map-service.ts';
import { createGreatCircleRouter } from './adapters/maps/great-circle/great-circle-router.ts';
import {
  createRoutingQueue,
  defaultQueueLimits,
  type RoutingObserver,
} from './adapters/maps/routing-queue.ts';
import { createInProcessEngine, createRemoteEngine } from './adapters/maps/valhalla/valhalla-engine.ts';
import { valhallaPrograms } from './adapters/maps/valhalla/valhalla-programs.ts';
import { createValhallaRouter } from './adapters/maps/valhalla/valhalla-router.ts';
import { createForkedPdfDocuments } from './adapters/pdf/pdf-documents.ts';
import { createFcm } from './adapters/push/fcm/fcm.ts';
import { vapidKeysFrom } from './adapters/push/web-push/vapid-keys.ts';
import { createWebPush } from './adapters/push/web-push/web-push.ts';
import { remoteCalls } from './adapters/remote-calls.ts';
import { createInboxSms } from './adapters/sms/inbox/inbox-sms.ts';
import { createTwilioSms } from './adapters/sms/twilio/twilio-sms.ts';
import { createSocialSignIns } from './adapters/social/index.ts';
import { createDiskStorage } from './adapters/storage/drive-storage.ts';
import type { Config } from './config.ts';
import type { Metrics } from './kit/observe/metrics.ts';
import type { DevInbox } from './modules/notifications/index.ts';
import type { Clock } from './ports/clock.ts';
import type { EmailSender } from './ports/email.ts';
import type { PushSenders } from './ports/push.ts';
import type { RoadRouter } from './ports/roads.ts';

function createRoads(config: Config, observer: RoutingObserver): RoadRouter {
  const queue = createRoutingQueue(defaultQueueLimits, observer);
  if (config.valhallaUrl) return createValhallaRouter(createRemoteEngine(config.valhallaUrl), queue);
  return valhallaPrograms()
    ? createValhallaRouter(createInProcessEngine(), queue)
    : createGreatCircleRouter();
}

function observeRouting({ routing }: Metrics): RoutingObserver {
  return {
    started: (lane, waitedSeconds) => routing.waitSeconds.observe({ lane }, waitedSeconds),
    refused: (lane) => routing.refused.inc({ lane }),
    waiting: (lane, count) => routing.waiting.set({ lane }, count),
  };
}

/** Null when no mail server is configured: no mail is sent then. */
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

/**
 * `inbox` stores text messages and mails for which no provider is configured, so that a demonstration can show them.
 */
export function createAdaptersFor(
  config: Config & { secret: string },
  {
    clock,
    inbox,
    metrics,
  }: { clock: Clock; inbox: Pick<DevInbox, 'keepSms' | 'keepEmail'>; metrics: Metrics },
) {
  metrics.observeBreakers(remoteCalls.states);
  return {
    images: createSharpImages(),
    documents: createForkedPdfDocuments(),
    storage: createDiskStorage(join(config.dataFolder, 'files')),
    sms: config.twilio ? createTwilioSms(config.twilio) : createInboxSms(inbox.keepSms),
    push: createPush(config, clock),
    email: createEmail(config, inbox.keepEmail),
    roads: createRoads(config, observeRouting(metrics)),
    externalMaps: config.googleMapsKey ? createGoogleMapService({ key: config.googleMapsKey }) : undefined,
    signIns: createSocialSignIns(config.social, clock),
    captcha: createAltchaCaptcha({ secret: config.secret, clock }),
    paymentProviders: config.payments.create.map((create) => create({ clock })),
  };
}
