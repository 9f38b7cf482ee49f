// Sends mail through an SMTP server: text and HTML as alternatives, with attachments.
import { DomainError } from '@kerb/domain/kernel';
import { createTransport } from 'nodemailer';
import { EmailRefusedError, type EmailSender } from '../../../ports/email.ts';
import { type RemoteCalls, remoteCalls } from '../../remote-calls.ts';
import { checkedMessage } from '../check-message.ts';
import { answerOf, isOutage, isRefusedForGood } from './smtp-refusal.ts';

export interface SmtpConfig {
  /** smtp://user:password@host:587 (STARTTLS where offered) or smtps://…:465 */
  url: string;
  /** Sender such as "Kerb <receipts@kerb.example>", or the address alone. */
  from: string;
  /** Circuit breakers; those of this process by default. */
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
    // Attachments are passed as bytes, so the library must not read any path or URL.
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
        // An object is never parsed as a list of addresses.
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
