// Creates a minimal self-signed RSA certificate (X.509 version 3) with which a counterpart can sign.
import { type KeyObject, sign } from 'node:crypto';

function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

const sequence = (...parts: readonly Buffer[]) => tlv(0x30, ...parts);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const utcTime = (at: number) =>
  tlv(0x17, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

/** PEM certificate for a common name, valid between two times (ms since the epoch). */
export function selfSignedCertificate(
  keys: { privateKey: KeyObject; publicKey: KeyObject },
  commonName: string,
  from: number,
  to: number,
): string {
  const sha256WithRsa = sequence(oid('2a864886f70d01010b'), tlv(0x05));
  const name = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from(commonName)))));
  const toSign = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    sha256WithRsa,
    name,
    sequence(utcTime(from), utcTime(to)),
    name,
    keys.publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', toSign, keys.privateKey);
  const der = sequence(toSign, sha256WithRsa, tlv(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
