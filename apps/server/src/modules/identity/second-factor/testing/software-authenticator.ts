// Software passkey for tests: creates an ES256 key, and signs challenges as a browser with a security key would.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '@kerb/contract';

const USER_PRESENT = 0x01;
const ATTESTED_CREDENTIAL = 0x40;
const AAGUID_BYTES = 16;

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** Encodes a CBOR head: the major type, and a length or value below 2^16. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -value - 1) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)]),
  ]);
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();

export interface SoftwareAuthenticator {
  readonly id: string;
  create(challenge: string, origin: string): PasskeyRegistration;
  /** Increments the signature counter, unless a counter is given. */
  get(challenge: string, origin: string, counter?: number): PasskeyAssertion;
}

export function createSoftwareAuthenticator(): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  let uses = 0;

  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const authenticatorData = (
    origin: string,
    flags: number,
    counter: number,
    rest = Buffer.alloc(0),
  ): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), count, rest]);
  };

  return {
    id,
    create(challenge, origin) {
      const coseKey = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.from([credential.length >> 8, credential.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(AAGUID_BYTES), length, credential, coseKey]);
      const authData = authenticatorData(origin, USER_PRESENT | ATTESTED_CREDENTIAL, uses, attested);
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['usb'],
        },
      };
    },
    get(challenge, origin, counter) {
      uses = counter ?? uses + 1;
      const data = authenticatorData(origin, USER_PRESENT, uses);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}
