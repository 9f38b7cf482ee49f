// The circuit breakers of push services: those of the browsers' makers are watched; others are named by the subscriptions themselves.
import { createRemoteCalls, type RemoteCalls, remoteCalls } from '../../remote-calls.ts';

/** Chrome, Firefox, Safari and Edge; and the counterparts of demonstrations and tests on this machine. */
const makersServices =
  /^fcm\.googleapis\.com$|(^|\.)push\.services\.mozilla\.com$|(^|\.)push\.apple\.com$|\.notify\.windows\.com$|^localhost$|^127\./;

/** Apart from the others and not in the metrics: a subscription with an invented host must not raise an alert or displace a breaker. */
const otherServices = createRemoteCalls();

export const callsOfService = ({ hostname }: URL): RemoteCalls =>
  makersServices.test(hostname) ? remoteCalls : otherServices;
