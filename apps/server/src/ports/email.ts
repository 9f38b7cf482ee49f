// Sends e-mail: one message to one address, as text and HTML, with files.

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
  /** The same content twice, for readers that show no HTML. The caller escapes names in `html`. */
  text: string;
  html: string;
  /** BCP 47 */
  language: string;
  attachments?: readonly EmailAttachment[];
  /** What it is about, for the development inbox; a real sender ignores it. */
  about?: Readonly<Record<string, string>>;
}

/** The mail server refused a message for good, so that trying again is no use; says what it answered. */
export class EmailRefusedError extends Error {
  override readonly name = 'EmailRefusedError';
}

export interface EmailSender {
  readonly kind: 'smtp' | 'inbox';
  /**
   * Throws DomainError `proper_email` for an invalid address, `unavailable` when the server cannot take the message now, and
   * EmailRefusedError when the server will never take it.
   */
  send(message: EmailMessage): Promise<void>;
}
