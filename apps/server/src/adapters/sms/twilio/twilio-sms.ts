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
}

/** A message that was taken has an id. */
const accepted = z.object({ sid: z.string() });

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
      const failed = (error: unknown): never => {
        throw new DomainError('sms_failed', error instanceof Error ? error.message : undefined);
      };
      const response = await remoteCalls
        .fetch(url, {
          method: 'POST',
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams({ To: to, [sender]: from, Body: text }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        })
        .catch(failed);
      if (!response.ok) throw new DomainError('sms_failed', `The provider answered ${response.status}`);
      // A web page in between answers 200 too, and an answer that breaks off confirms nothing.
      const answer: unknown = await response.json().catch((error: unknown) => {
        if (response.status === CREATED) throw new UnconfirmedText();
        return failed(error);
      });
      if (!accepted.safeParse(answer).success)
        throw new DomainError('sms_failed', 'The provider did not confirm the message');
    },
  };
}
