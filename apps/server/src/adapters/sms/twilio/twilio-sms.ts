// Sends text messages through Twilio's Messages API: a form POST with basic authentication.
import { DomainError } from '@kerb/domain/kernel';
import { z } from 'zod';
import { type SmsSender, UnconfirmedText } from '../../../ports/sms.ts';
import { remoteCalls } from '../../remote-calls.ts';

export interface TwilioConfig {
  accountSid: string;
  authToken: string;
  /** Sender: an E.164 number, or the id of a messaging service ("MG…"). */
  from: string;
  /** Base URL of the API; TWILIO_API_URL overrides it, for example with a local counterpart. */
  baseUrl?: string | undefined;
  /** Timeout of a call to the API, ms; ten seconds by default. */
  timeoutMs?: number;
}

/** Twilio returns an id for an accepted message. */
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
      // Twilio answers 201, so a message is probably accepted even if the rest of the answer is lost. A proxy's web
      // page answers 200.
      if (response.status === CREATED) throw new UnconfirmedText();
      throw new DomainError('sms_failed', 'Something else than the provider answered');
    },
  };
}
