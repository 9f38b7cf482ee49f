// Sends text messages through Twilio's Messages API: a form POST with basic authentication.
import { DomainError } from '@kerb/domain/kernel';
import type { SmsSender } from '../../../ports/sms.ts';

export interface TwilioConfig {
  accountSid: string;
  authToken: string;
  /** An E.164 sender, or a messaging service ("MG…"). */
  from: string;
  /** Where the API is; TWILIO_API_URL sets another, such as a counterpart on this machine. */
  baseUrl?: string | undefined;
}

const TIMEOUT_MS = 10_000;

export function createTwilioSms(config: TwilioConfig): SmsSender {
  const { accountSid, authToken, from, baseUrl = 'https://api.twilio.com' } = config;
  const url = `${baseUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  return {
    kind: 'twilio',
    async send({ to, text }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams({ To: to, [sender]: from, Body: text }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        throw new DomainError('sms_failed', error instanceof Error ? error.message : undefined);
      });
      if (!response.ok) throw new DomainError('sms_failed', `The provider answered ${response.status}`);
      await response.body?.cancel();
    },
  };
}
