// Tests which push services use the circuit breakers shown in the metrics, and the limits of all others.
import { expect, it } from 'vitest';
import { remoteCalls } from '../../remote-calls.ts';
import { pushServiceAt } from './push-services.ts';

const serviceOf = (host: string) => pushServiceAt(new URL(`https://${host}/send/1`));
const shownInMetrics = (host: string): boolean => serviceOf(host).calls === remoteCalls;

it.each([
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  'db5p.notify.windows.com',
])('%s is a push service of a browser', (host) => expect(shownInMetrics(host)).toBe(true));

it.each(['push.example', 'fcm.googleapis.com.example', 'notpush.apple.com', 'api.stripe.com'])(
  '%s may be invented',
  (host) => expect(shownInMetrics(host)).toBe(false),
);

it('at most two calls to other hosts run at a time, and calls to known services beside them', async () => {
  const call = (host: string, work: () => Promise<string>) =>
    serviceOf(host).calls.call(host, work, { inError: () => true });
  let answer: (text: string) => void = () => undefined;
  const slow = new Promise<string>((resolve) => {
    answer = resolve;
  });
  const running = ['one.example', 'two.example'].map((host) => call(host, () => slow));
  await expect(call('three.example', async () => 'sent')).rejects.toThrow('capacity exceeded');
  expect(await call('web.push.apple.com', async () => 'sent')).toBe('sent');
  answer('sent');
  expect(await Promise.all(running)).toEqual(['sent', 'sent']);
  expect(await call('three.example', async () => 'sent')).toBe('sent');
});
