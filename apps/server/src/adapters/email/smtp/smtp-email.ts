// Sends mail through an SMTP server: text and HTML as alternatives, files attached.
import { DomainError } from '@kerb/domain/kernel';
import { createTransport } from 'nodemailer';
import { EmailRefusedError, type EmailSender } from '../../../ports/email.ts';
import { type RemoteCalls, remoteCalls } from '../../remote-calls.ts';
import { checkedMessage } from '../check-message.ts';
import { answerOf, isOutage, isRefusedForGood } from './smtp-refusal.ts';

export interface SmtpConfig {
  /** smtp://user:password@host:587 (STARTTLS where offered) or smtps://…:465 */
  url: string;
  /** "Kerb <receipts@kerb.example>", or the address alone. */
  from: string;
  /** Those of this process when left out. */
  calls?: RemoteCalls;
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;

const domainOf = (from: string): string => /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

export function createSmtpEmail({ url, from, calls = remoteCalls }: SmtpConfig): EmailSender {
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    // Content is handed over as bytes: nothing is ever read from a path or an address in it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = domainOf(from);
  const { host } = new URL(url);
  return {
    kind: 'smtp',
    async send(given) {
      const { id, to, subject, text, html, language, attachments = [] } = checkedMessage(given);
      const message = {
        from,
        // As an object it is never read as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
        attachments: attachments.map(({ filename, contentType, bytes }) => ({
          filename,
          contentType,
          content: bytes,
        })),
      };
      const sending = calls.call(host, () => transport.sendMail(message), { inError: isOutage });
      await sending.catch((error: unknown) => {
        const reason = answerOf(error);
        throw isRefusedForGood(error)
          ? new EmailRefusedError(reason)
          : new DomainError('unavailable', reason);
      });
    },
  };
}
