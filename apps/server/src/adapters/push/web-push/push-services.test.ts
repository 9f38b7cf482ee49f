// Tests which push services use the circuit breakers shown in the metrics.
import { expect, it } from 'vitest';
import { remoteCalls } from '../../remote-calls.ts';
import { callsOfService } from './push-services.ts';

const shownInMetrics = (host: string): boolean =>
  callsOfService(new URL(`https://${host}/send/1`)) === remoteCalls;

it.each([
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'db5p.notify.windows.com',
])('%s is a push service of a browser', (host) => expect(shownInMetrics(host)).toBe(true));

it.each(['push.example', 'fcm.googleapis.com.example', 'notpush.apple.com', 'api.stripe.com'])(
  '%s may be invented',
  (host) => expect(shownInMetrics(host)).toBe(false),
);
