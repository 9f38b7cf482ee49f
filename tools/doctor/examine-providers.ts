// Checks that the providers and the public address of an installation are reachable, and when certificates expire.

import { connect as connectTcp } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { reasonOf } from '../../apps/server/src/kit/reason-of.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { addressesOf, type ProviderAddress } from './provider-addresses.ts';

const CONNECT_WITHIN_MS = 5000;
const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;

const ports: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 };
const encrypted = new Set(['https:', 'smtps:']);

/** Connects by TCP, or by TLS for https and smtps. Resolves with the certificate's expiry time in ms, or null. */
function connectTo({ protocol, hostname, port }: URL): Promise<number | null> {
  const target = { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) || (ports[protocol] ?? 0) };
  const isEncrypted = encrypted.has(protocol);
  return new Promise((resolve, reject) => {
    const socket = isEncrypted ? connectTls({ ...target, servername: target.host }) : connectTcp(target);
    const settle = (end: () => void) => {
      socket.destroy();
      end();
    };
    socket.setTimeout(CONNECT_WITHIN_MS, () =>
      settle(() => reject(new Error(`no connection within ${CONNECT_WITHIN_MS / 1000} s`))),
    );
    socket.once('error', (error) => settle(() => reject(error)));
    socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      const ends = isEncrypted ? certificateEnd(socket as TLSSocket) : null;
      settle(() => resolve(ends));
    });
  });
}

const certificateEnd = (socket: TLSSocket): number => Date.parse(socket.getPeerCertificate().valid_to);

/** Turns a successful connection into a finding. `ends` is the certificate's expiry time in ms, null without TLS. */
export function judgeConnection({ name, url }: ProviderAddress, ends: number | null, now: number): Finding {
  const { host } = new URL(url);
  const days = ends === null ? null : Math.floor((ends - now) / DAY_MS);
  if (days !== null && days < CERTIFICATE_DAYS)
    return warning(name, `${host}: the certificate ends in ${days} days`, 'Renew it, if it is your own.');
  return ok(name, `${host} is reachable`);
}

async function examineAddress(address: ProviderAddress): Promise<Finding> {
  const url = new URL(address.url);
  try {
    return judgeConnection(address, await connectTo(url), Date.now());
  } catch (error) {
    const reason = reasonOf(error);
    const advice =
      'Check the name, the firewall and the proxy of this machine; until then what needs it waits.';
    return problem(address.name, `${url.host} is not reachable: ${reason}`, advice);
  }
}

export const examineProviders = (
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Finding[]> => Promise.all(addressesOf(variables).map(examineAddress));
