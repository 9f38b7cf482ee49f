// Tests the Twilio adapter against a local counterpart that answers as documented.
import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnconfirmedText } from '../../../ports/sms.ts';
import { createTwilioSms } from './twilio-sms.ts';

interface Received {
  url: string | undefined;
  authorization: string | undefined;
  form: Record<string, string>;
}

const received: Received[] = [];
let status = 201;
const taken = '{"sid":"SM1","status":"queued"}';
let body = taken;
let isSilent = false;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let sent = '';
  for await (const chunk of request) sent += chunk;
  return sent;
}

const server = createServer(async (request, response) => {
  const form = Object.fromEntries(new URLSearchParams(await bodyOf(request)));
  received.push({ url: request.url, authorization: request.headers.authorization, form });
  if (isSilent) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  baseUrl = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});
afterAll(() => server.close());

const message = { to: '+59899123456', text: '123456 is your code', otp: '123456' };

describe('the Twilio sender', () => {
  it('posts the message with the account’s credentials', async () => {
    await createTwilioSms({ accountSid: 'AC1', authToken: 'key', from: '+15550001', baseUrl }).send(message);
    expect(received.pop()).toEqual({
      url: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${btoa('AC1:key')}`,
      form: { To: message.to, From: '+15550001', Body: message.text },
    });
  });

  it('finds the API under the configured address, with or without a trailing slash', async () => {
    await createTwilioSms({ accountSid: 'AC1', authToken: 'key', from: '+1', baseUrl: `${baseUrl}/` }).send(
      message,
    );
    expect(received.pop()?.url).toBe('/2010-04-01/Accounts/AC1/Messages.json');
  });

  it('sends from a messaging service when one is configured', async () => {
    await createTwilioSms({ accountSid: 'AC1', authToken: 'key', from: 'MG7', baseUrl }).send(message);
    expect(received.pop()?.form).toMatchObject({ MessagingServiceSid: 'MG7' });
  });

  it.each([
    ['a web page', '<html>Sign in to this network</html>'],
    ['half of an answer', taken.slice(0, 12)],
    ['no id', '{}'],
  ])('fails with sms_failed when it is answered %s', async (_, text) => {
    body = text;
    const twilio = createTwilioSms({ accountSid: 'AC1', authToken: 'key', from: '+15550001', baseUrl });
    await expect(twilio.send(message)).rejects.toMatchObject({ code: 'sms_failed' });
    body = taken;
  });

  it('reports that a message may have been sent when its confirmation is cut off or late', async () => {
    const options = { accountSid: 'AC1', authToken: 'key', from: '+15550001', baseUrl };
    body = taken.slice(0, 12);
    await expect(createTwilioSms(options).send(message)).rejects.toBeInstanceOf(UnconfirmedText);
    isSilent = true;
    const late = createTwilioSms({ ...options, timeoutMs: 50 }).send(message);
    await expect(late).rejects.toBeInstanceOf(UnconfirmedText);
    isSilent = false;
    body = taken;
  });

  it('reports a message as not sent when a web page answers', async () => {
    status = 200;
    body = '<html>Sign in to this network</html>';
    const twilio = createTwilioSms({ accountSid: 'AC1', authToken: 'key', from: '+15550001', baseUrl });
    await expect(twilio.send(message)).rejects.not.toBeInstanceOf(UnconfirmedText);
    status = 201;
    body = taken;
  });

  it('fails with sms_failed when the message is rejected or no server answers', async () => {
    status = 400;
    const refused = createTwilioSms({ accountSid: 'AC1', authToken: 'key', from: '+15550001', baseUrl });
    await expect(refused.send(message)).rejects.toMatchObject({ code: 'sms_failed' });
    const unreachable = createTwilioSms({
      accountSid: 'AC1',
      authToken: 'k',
      from: '+1',
      baseUrl: 'http://127.0.0.1:1',
    });
    await expect(unreachable.send(message)).rejects.toMatchObject({ code: 'sms_failed' });
  });
});
