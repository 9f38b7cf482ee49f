// The SMTP sender against a mail server on this machine; both senders against what all of them must do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmailMessage, EmailRefusedError } from '../../ports/email.ts';
import { emailSenderContract, receiptMail } from './email-sender.contract.ts';
import { createInboxEmail } from './inbox-email.ts';
import { createSmtpEmail } from './smtp-email.ts';
import {
  createSmtpCounterpart,
  type ReceivedMail,
  type SmtpCounterpart,
} from './testing/smtp-counterpart.ts';

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

  it('sends text and HTML as alternatives, the file attached whole, and says who sent it', async () => {
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

  it.each([500, 550, 552, 554])(
    'tells %d to a message or its recipient as refused for good, with the answer',
    async (code) => {
      server.refuse(code);
      await expect(sender().send(receiptMail)).rejects.toThrow(EmailRefusedError);
      await expect(sender().send(receiptMail)).rejects.toThrow(String(code));
      server.refuse(null);
      server.refuseRecipient(code);
      await expect(sender().send(receiptMail)).rejects.toThrow(EmailRefusedError);
      await expect(sender().send(receiptMail)).rejects.toThrow(String(code));
      await expect(sender().send(receiptMail)).rejects.toThrow('<address> is not here');
      await expect(sender().send(receiptMail)).rejects.not.toThrow(receiptMail.to);
      server.refuseRecipient(null);
      expect(server.taken()).toEqual([]);
    },
  );

  it.each([421, 450, 451, 452, 530, 535])('tells %d as what may go another time', async (code) => {
    server.refuse(code);
    await expect(sender().send(receiptMail)).rejects.toMatchObject({ code: 'unavailable' });
    server.refuse(null);
    server.refuseRecipient(code);
    await expect(sender().send(receiptMail)).rejects.toMatchObject({ code: 'unavailable' });
    server.refuseRecipient(null);
  });

  it('fails with unavailable when the server refuses for now, when the password is wrong, and when nobody answers', async () => {
    server.refuse(451);
    await expect(sender().send(receiptMail)).rejects.toMatchObject({ code: 'unavailable' });
    server.refuse(null);
    const wrong = createSmtpEmail({ url: server.url.replace('p%40ss', 'other'), from });
    await expect(wrong.send(receiptMail)).rejects.toMatchObject({ code: 'unavailable' });
    const nobody = createSmtpEmail({ url: 'smtp://127.0.0.1:1', from });
    await expect(nobody.send(receiptMail)).rejects.toMatchObject({ code: 'unavailable' });
    expect(server.taken()).toEqual([]);
  });
});

describe('the development inbox', () => {
  const kept: EmailMessage[] = [];
  emailSenderContract({
    sender: () => createInboxEmail(async (message) => void kept.push(message)),
    arrived: async () => kept.splice(0),
  });
});
