// Tests the SMTP sender against a local mail server, and both senders against the contract suite.
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type EmailMessage, EmailRefusedError } from '../../../ports/email.ts';
import { createRemoteCalls } from '../../remote-calls.ts';
import { emailSenderContract, receiptMail } from '../email-sender.contract.ts';
import { createInboxEmail } from '../inbox/inbox-email.ts';
import { createSmtpEmail } from './smtp-email.ts';
import {
  createSmtpCounterpart,
  type ReceivedMail,
  type SmtpCounterpart,
  type Step,
} from './testing/counterpart.ts';

let server: SmtpCounterpart;
beforeAll(async () => {
  server = await createSmtpCounterpart();
});
afterAll(() => server?.close());

const from = 'Kerb <receipts@kerb.example>';
const sender = () => createSmtpEmail({ url: server.url, from });

function partOf({ parts }: ReceivedMail, type: string) {
  return parts.find(({ headers }) => headers.get('content-type')?.startsWith(type));
}

const textOf = (mail: ReceivedMail, type: string): string | undefined =>
  partOf(mail, type)?.bytes.toString('utf8').replaceAll('\r\n', '\n');

describe('the SMTP sender', () => {
  emailSenderContract({
    sender,
    arrived: async () =>
      server.taken().map((mail) => ({
        to: mail.to.join(', '),
        subject: mail.headers.get('subject') ?? '',
        text: textOf(mail, 'text/plain') ?? '',
      })),
  });

  it('sends text and HTML as alternatives with the complete attachment and the sender’s name', async () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 256));
    const attachments = [{ filename: 'recibo ñ.pdf', contentType: 'application/pdf', bytes }];
    await sender().send({ ...receiptMail, attachments });
    const [mail] = server.taken();
    if (!mail) throw new Error('nothing arrived');
    expect(mail.from).toBe('receipts@kerb.example');
    expect(mail.headers.get('from')).toBe(from);
    expect(mail.headers.get('to')).toBe('ana@kerb.example');
    expect(mail.headers.get('message-id')).toBe(`<${receiptMail.id}@kerb.example>`);
    expect(mail.headers.get('content-language')).toBe('es');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.headers.has('bcc')).toBe(false);
    expect(mail.parts.map(({ headers }) => headers.get('content-type')?.split(';')[0])).toEqual([
      'text/plain',
      'text/html',
      'application/pdf',
    ]);
    expect(textOf(mail, 'text/html')).toContain(receiptMail.html);
    const file = partOf(mail, 'application/pdf');
    expect(file?.bytes.equals(bytes)).toBe(true);
    expect(file?.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('fails with unavailable when the password is wrong, and when no server answers', async () => {
    const wrong = createSmtpEmail({ url: server.url.replace('p%40ss', 'other'), from });
    await expect(wrong.send(receiptMail)).rejects.toMatchObject({ code: 'unavailable' });
    const unreachable = createSmtpEmail({ url: 'smtp://127.0.0.1:1', from });
    await expect(unreachable.send(receiptMail)).rejects.toMatchObject({ code: 'unavailable' });
    expect(server.taken()).toEqual([]);
  });

  it('stops calling a server that keeps failing, and calls it again after a pause', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const calls = createRemoteCalls();
    const failing = createSmtpEmail({ url: server.url, from, calls });
    const state = () => calls.states().get(new URL(server.url).host);
    server.refuse('MAIL FROM', '421 4.3.2 Closing');
    for (let nth = 0; nth < 5; nth += 1)
      await expect(failing.send(receiptMail)).rejects.toMatchObject({ code: 'unavailable' });
    expect(state()).toBe('open');
    server.takeAll();
    await expect(failing.send(receiptMail)).rejects.toMatchObject({ code: 'unavailable' });
    expect(server.taken()).toEqual([]);
    vi.advanceTimersByTime(10_001);
    await failing.send(receiptMail);
    expect([state(), server.taken().length]).toEqual(['closed', 1]);
    vi.useRealTimers();
  });

  it('calls the server for every mail while it only rejects recipients, senders and messages', async () => {
    const calls = createRemoteCalls();
    const refused = createSmtpEmail({ url: server.url, from, calls });
    for (const [step, answer] of [...forNow.slice(0, 7), ...forNow.slice(-2), ...forGood.slice(0, 2)]) {
      server.refuse(step, answer);
      await expect(refused.send(receiptMail)).rejects.toThrow(answer);
      server.takeAll();
    }
    expect(calls.states().get(new URL(server.url).host)).toBe('closed');
  });

  it('stops calling for a while when the server that answers is not a mail server', async () => {
    const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const address = web.address();
    const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    const calls = createRemoteCalls();
    const misled = createSmtpEmail({ url: `smtp://${host}`, from, calls });
    for (let nth = 0; nth < 5; nth += 1)
      await expect(misled.send(receiptMail)).rejects.toMatchObject({ code: 'unavailable' });
    expect(calls.states().get(host)).toBe('open');
    await new Promise((resolve) => web.close(resolve));
  });
});

/** [step, answer] of permanent rejections: of the recipient's address, or of the message itself. */
const forGood: [Step, string][] = [
  ['RCPT TO', '550 5.1.1 No such user'],
  ['RCPT TO', '550 5.1.10 The domain takes no mail'],
  ['RCPT TO', '553 5.1.3 Not an address'],
  ['RCPT TO', '554 5.1.2 No such domain'],
  ['RCPT TO', '550 #5.1.1 No such user'],
  ['RCPT TO', '550 No such mailbox'],
  ['RCPT TO', '551 Not one of ours'],
  ['RCPT TO', '553 Mailbox name not allowed'],
  ['DATA', '554 5.6.0 The message cannot be read'],
  ['DATA', '552 5.3.4 The message is too large'],
];

/** [step, answer] of errors that an operator can fix, or that are temporary. */
const forNow: [Step, string][] = [
  ['MAIL FROM', '550 No such sender'],
  ['MAIL FROM', '550 5.1.1 No such sender'],
  ['MAIL FROM', '550 5.7.1 The sender is not verified'],
  ['MAIL FROM', '530 5.7.0 Sign in first'],
  ['MAIL FROM', '552 5.3.4 Too large today'],
  ['RCPT TO', '550 5.1.7 The sender is no address'],
  ['RCPT TO', '550 5.1.8 The sender has no such domain'],
  ['RCPT TO', '550 5.1.0 No such sender'],
  ['RCPT TO', '550 5.7.1 On a block list'],
  ['RCPT TO', '550 #5.7.1 On a block list'],
  ['RCPT TO', '550 4.7.1 Come back later'],
  ['RCPT TO', '554 5.7.1 Not for strangers'],
  ['RCPT TO', '554 Not for strangers'],
  ['RCPT TO', '552 5.2.2 The mailbox is full'],
  ['RCPT TO', '552 Too many recipients'],
  ['RCPT TO', '500 What is this'],
  ['RCPT TO', '535 Sign in first'],
  ['RCPT TO', '450 5.1.1 No such user yet'],
  ['RCPT TO', '450 Not yet'],
  ['DATA', '550 5.4.5 The quota of the day is used'],
  ['DATA', '550 5.1.1 No such user'],
  ['DATA', '550 Not this one'],
  ['DATA', '554 5.7.1 Looks like spam'],
  ['DATA', '554 Failed'],
  ['DATA', '552 Storage is full'],
  ['DATA', '452 4.3.1 Storage is full'],
  ['DATA', '451 5.6.0 Not read yet'],
];

describe.each([true, false])(
  'a refusal, of a server that takes commands without a wait: %s',
  (pipelining) => {
    let refusing: SmtpCounterpart;
    beforeAll(async () => {
      refusing = await createSmtpCounterpart({ pipelining });
    });
    afterEach(() => refusing.takeAll());
    afterAll(() => refusing?.close());
    const failureOf = (step: Step, answer: string): Promise<unknown> => {
      refusing.refuse(step, answer);
      return createSmtpEmail({ url: refusing.url, from })
        .send(receiptMail)
        .catch((error: unknown) => error);
    };

    it.each(forGood)('to %s with %j is for good, and says the answer', async (step, answer) => {
      const failure = await failureOf(step, answer);
      expect(failure).toBeInstanceOf(EmailRefusedError);
      expect(failure).toMatchObject({ message: expect.stringContaining(answer) });
      expect(refusing.taken()).toEqual([]);
    });

    it.each(forNow)('to %s with %j may go another time', async (step, answer) => {
      const failure = await failureOf(step, answer);
      expect(failure).toMatchObject({ code: 'unavailable', message: expect.stringContaining(answer) });
      expect(refusing.taken()).toEqual([]);
    });

    it('reports errors without the addresses they contain', async () => {
      const failure = await failureOf('RCPT TO', `550 5.1.1 <${receiptMail.to}> is not here`);
      expect(failure).toMatchObject({ message: expect.stringContaining('550 5.1.1 <address> is not here') });
      expect(failure).not.toMatchObject({ message: expect.stringContaining(receiptMail.to) });
    });
  },
);

describe('the development inbox', () => {
  const stored: EmailMessage[] = [];
  emailSenderContract({
    sender: () => createInboxEmail(async (message) => void stored.push(message)),
    arrived: async () => stored.splice(0),
  });
});
