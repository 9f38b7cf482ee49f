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
  /**
   * Throws DomainError `sms_failed` when the provider rejects the message, and UnconfirmedText when it may have
   * accepted it.
   */
  send(message: SmsMessage): Promise<void>;
}

/** The provider's answer was interrupted, so the message may have been accepted, and may arrive and be billed. */
export class UnconfirmedText extends DomainError {
  constructor() {
    super('sms_failed', 'The provider did not confirm the message');
  }
}
