// Selects the circuit breakers and limits for a push service: those of known browser makers are shared and shown in the
// metrics; other hosts, which subscriptions can name freely, have separate breakers, a short timeout and few calls.
import { bulkhead } from 'cockatiel';
import { createRemoteCalls, type RemoteCalls, remoteCalls } from '../../remote-calls.ts';

/** Hosts of Chrome, Firefox, Safari and Edge, and local counterparts of demonstrations and tests. */
const makersServices =
  /^fcm\.googleapis\.com$|(^|\.)push\.services\.mozilla\.com$|(^|\.)push\.apple\.com$|\.notify\.windows\.com$|^localhost$|^127\./;

export interface PushService {
  calls: Pick<RemoteCalls, 'call'>;
  /** Maximum duration of a call, ms. */
  timeoutMs: number;
}

/**
 * Separate and not in the metrics: a subscription with an invented host must not raise an alert or displace a breaker.
 */
const otherBreakers = createRemoteCalls();

/**
 * Maximum number of concurrent calls to other hosts; another call is rejected at once, and the message is sent later.
 * Less than the number of workers, which a slow host would otherwise occupy, so that other jobs always continue.
 */
const OTHER_CALLS = 2;
const limit = bulkhead(OTHER_CALLS);

const ofMaker: PushService = { calls: remoteCalls, timeoutMs: 10_000 };
const ofOthers: PushService = {
  calls: {
    call: (host, work, isOutage) => limit.execute(() => otherBreakers.call(host, work, isOutage)),
  },
  timeoutMs: 2_000,
};

export const pushServiceAt = ({ hostname }: URL): PushService =>
  makersServices.test(hostname) ? ofMaker : ofOthers;
