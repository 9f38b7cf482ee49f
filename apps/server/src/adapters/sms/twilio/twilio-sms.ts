// Sends text messages through Twilio's Messages API: a form POST with basic authentication.
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import { type SmsSender, UnconfirmedText } from '../../../ports/sms.ts';
import { remoteCalls } from '../../remote-calls.ts';

export interface TwilioConfig {
  accountSid: string;
  authToken: string;
  /** An E.164 sender, or a messaging service ("MG…"). */
  from: string;
  /** Where the API is; TWILIO_API_URL sets another, such as a counterpart on this machine. */
  baseUrl?: string | undefined;
  /** How long the API may take, ms; ten seconds when left out. */
  timeoutMs?: number;
}

/** A message that was taken has an id. */
const accepted = z.object({ sid: z.string() });

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';

const CREATED = 201;
const TIMEOUT_MS = 10_000;

export function createTwilioSms(config: TwilioConfig): SmsSender {
  const { accountSid, authToken, from, baseUrl = 'https://api.twilio.com' } = config;
  const url = `${baseUrl.replace(/\/+$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  return {
    kind: 'twilio',
    async send({ to, text }) {
      const response = await remoteCalls
        .fetch(url, {
          method: 'POST',
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams({ To: to, [sender]: from, Body: text }),
          signal: AbortSignal.timeout(config.timeoutMs ?? TIMEOUT_MS),
        })
        .catch((error: unknown) => {
          throw isTimeout(error) ? new UnconfirmedText() : new DomainError('sms_failed', String(error));
        });
      if (!response.ok) throw new DomainError('sms_failed', `The provider answered ${response.status}`);
      const answer: unknown = await response.json().catch(() => null);
      if (accepted.safeParse(answer).success) return;
      // A web page in between answers 200; the provider answers 201, also where the rest of its answer is lost.
      if (response.status === CREATED) throw new UnconfirmedText();
      throw new DomainError('sms_failed', 'Something else than the provider answered');
    },
  };
}
