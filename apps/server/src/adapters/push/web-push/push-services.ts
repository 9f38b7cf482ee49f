// Selects the circuit breakers for a push service: shared and shown in the metrics for known browser makers, separate
// for other hosts, because subscriptions can contain any host.
import { createRemoteCalls, type RemoteCalls, remoteCalls } from '../../remote-calls.ts';

/** Hosts of Chrome, Firefox, Safari and Edge, and local counterparts of demonstrations and tests. */
const makersServices =
  /^fcm\.googleapis\.com$|(^|\.)push\.services\.mozilla\.com$|(^|\.)push\.apple\.com$|\.notify\.windows\.com$|^localhost$|^127\./;

/**
 * Separate and not in the metrics: a subscription with an invented host must not raise an alert or displace a breaker.
 */
const otherServices = createRemoteCalls();

export const callsOfService = ({ hostname }: URL): RemoteCalls =>
  makersServices.test(hostname) ? remoteCalls : otherServices;
