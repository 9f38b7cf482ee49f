// Sends text messages to phones.
import { DomainError } from '@kerb/domain/kernel';

export interface SmsMessage {
  /** E.164 */
  to: string;
  text: string;
  /** The sign-in code inside the text, for the development inbox; a real sender ignores it. */
  otp?: string | null;
}

export interface SmsSender {
  readonly kind: 'twilio' | 'inbox';
  /** Throws DomainError `sms_failed` when the provider does not take the message, UnconfirmedText when it may have. */
  send(message: SmsMessage): Promise<void>;
}

/** The provider took the message, perhaps, but its answer broke off: the message may arrive, and may be billed. */
export class UnconfirmedText extends DomainError {
  constructor() {
    super('sms_failed', 'The provider did not confirm the message');
  }
}
