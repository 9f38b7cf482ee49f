// Sends text messages to phones.

export interface SmsMessage {
  /** E.164 */
  to: string;
  text: string;
  /** The sign-in code inside the text, for the development inbox; a real sender ignores it. */
  otp?: string | null;
}

export interface SmsSender {
  readonly kind: 'twilio' | 'inbox';
  /** Throws DomainError `sms_failed` when the provider does not take the message. */
  send(message: SmsMessage): Promise<void>;
}
