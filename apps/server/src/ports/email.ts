// Port that sends e-mail: one message to one address, as text and HTML, with attachments.

export interface EmailAttachment {
  filename: string;
  contentType: string;
  bytes: Buffer;
}

export interface EmailMessage {
  /** The same for every attempt at one message, so that mailboxes can deduplicate it. */
  id: string;
  /** One address, without a name. */
  to: string;
  /** One line; line ends in it become spaces. */
  subject: string;
  /** The same content as `html`, for mail programs that show no HTML. The caller escapes names in `html`. */
  text: string;
  html: string;
  /** BCP 47 */
  language: string;
  attachments?: readonly EmailAttachment[];
  /** Context shown in the development inbox; a real sender ignores it. */
  about?: Readonly<Record<string, string>>;
}

/** The mail server rejected a message permanently, so retrying is useless; contains the server's answer. */
export class EmailRefusedError extends Error {
  override readonly name = 'EmailRefusedError';
}

export interface EmailSender {
  readonly kind: 'smtp' | 'inbox';
  /**
   * Throws DomainError `proper_email` for an invalid address, `unavailable` when the server temporarily does not accept
   * the message, and EmailRefusedError when it rejects the message permanently.
   */
  send(message: EmailMessage): Promise<void>;
}
