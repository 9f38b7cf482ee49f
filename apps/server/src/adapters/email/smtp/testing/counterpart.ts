// A local SMTP server for tests: receives messages and parses their MIME parts.
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface MailPart {
  headers: ReadonlyMap<string, string>;
  bytes: Buffer;
}

export interface ReceivedMail {
  /** Sender address of the SMTP envelope. */
  from: string;
  to: string[];
  raw: string;
  headers: ReadonlyMap<string, string>;
  /** Leaf parts of the MIME tree, in order. */
  parts: MailPart[];
}

const decodeWord = (charset: string, encoding: string, word: string): string => {
  if (charset.toLowerCase() !== 'utf-8') throw new Error(`a word in ${charset}`);
  if (encoding.toUpperCase() === 'B') return Buffer.from(word, 'base64').toString('utf8');
  return Buffer.from(unquote(word.replaceAll('_', ' ')), 'latin1').toString('utf8');
};

/** Decodes encoded words (RFC 2047); the space between two of them is not part of the text. */
const decodeHeader = (value: string): string =>
  value
    .replace(/(=\?[^?]+\?[BQbq]\?[^?]*\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?([^?]+)\?([BQbq])\?([^?]*)\?=/g, (_, charset: string, encoding: string, word: string) =>
      decodeWord(charset, encoding, word),
    );

function unquote(body: string): string {
  return body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function readPart(raw: string): MailPart & { body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(end + 4);
  const headers = new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeHeader(line.slice(colon + 1).trim())];
    }),
  );
  const encoding = headers.get('content-transfer-encoding') ?? '7bit';
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(encoding === 'quoted-printable' ? unquote(body) : body, 'latin1');
  return { headers, bytes, body };
}

function leavesOf(raw: string): MailPart[] {
  const { headers, bytes, body } = readPart(raw);
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) return [{ headers, bytes }];
  const pieces = body.split(`--${boundary}`).slice(1, -1);
  return pieces.flatMap((piece) => leavesOf(piece.replace(/^\r\n/, '').replace(/\r\n$/, '')));
}

export type Step = 'MAIL FROM' | 'RCPT TO' | 'DATA';

export interface SmtpCounterpart {
  readonly url: string;
  /** Returns the messages received since the last call. */
  taken(): ReceivedMail[];
  /** Answers this step with the given reply from now on, such as "550 5.1.1 No such user". */
  refuse(step: Step, answer: string): void;
  /** Accepts all messages again. */
  takeAll(): void;
  close(): Promise<void>;
}

/** Converts a reply to the form that the server library requires: the code separate from the text. */
const toError = (answer: string): Error =>
  Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });

/** @param pipelining Whether senders may give a message's commands without waiting for an answer to each. */
export async function createSmtpCounterpart({ pipelining = true } = {}): Promise<SmtpCounterpart> {
  const received: ReceivedMail[] = [];
  const refusals = new Map<Step, string>();
  const refusalOf = (step: Step): Error | null => {
    const answer = refusals.get(step);
    return answer === undefined ? null : toError(answer);
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    hidePIPELINING: !pipelining,
    // The tests' answers contain their own enhanced codes, so the library must not add any.
    hideENHANCEDSTATUSCODES: true,
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'kerb' && password === 'p@ss' ? done(null, { user: 'kerb' }) : done(new Error('no')),
    onMailFrom: (_address, _session, done) => done(refusalOf('MAIL FROM')),
    onRcptTo: (_address, _session, done) => done(refusalOf('RCPT TO')),
    onData(stream, { envelope }, done) {
      stream.setEncoding('latin1');
      text(stream).then((raw) => {
        const refusal = refusalOf('DATA');
        if (refusal) return done(refusal);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, raw, headers: readPart(raw).headers, parts: leavesOf(raw) });
        done();
      }, done);
    },
  });
  const listening: AddressInfo = await new Promise((resolve, reject) => {
    const listener = server.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(address);
    });
  });
  return {
    url: `smtp://kerb:p%40ss@127.0.0.1:${listening.port}`,
    taken: () => received.splice(0),
    refuse: (step, answer) => void refusals.set(step, answer),
    takeAll: () => refusals.clear(),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
