// Tests the FCM adapter against local counterparts of FCM's HTTP v1 API and Google's token endpoint.
import { fakeClock } from '@kerb/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { createFcm } from './fcm.ts';
import { createFcmCounterpart, fcmError } from './testing/counterpart.ts';

const counterpart = await createFcmCounterpart();
afterAll(() => counterpart.close());
const clock = fakeClock();
const fcm = createFcm({ ...counterpart.config, clock });

const message = {
  id: 'n1',
  title: 'New ride',
  body: 'From here to there',
  screen: 'DriverTrips',
  params: { bookingId: 'b1' },
  url: '/DriverTrips?bookingId=b1',
  urgent: true,
  ttlSeconds: 30,
};

/** A google.rpc.BadRequest as FCM returns it. */
const badField = (field: string) => ({
  status: 400,
  body: {
    error: {
      status: 'INVALID_ARGUMENT',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field }] },
        { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: 'INVALID_ARGUMENT' },
      ],
    },
  },
});

describe('a message to an app', () => {
  it('is posted as FCM documents, with the screen and its parameters as data', async () => {
    expect(await fcm.send('token-1', message)).toEqual({ result: 'sent' });
    expect(counterpart.taken()).toEqual([
      {
        path: '/v1/projects/kerb-trial/messages:send',
        authorization: 'Bearer access-1',
        message: {
          token: 'token-1',
          notification: { title: 'New ride', body: 'From here to there' },
          data: {
            id: 'n1',
            screen: 'DriverTrips',
            bookingId: 'b1',
            params: '{"bookingId":"b1"}',
            url: '/DriverTrips?bookingId=b1',
          },
          android: { priority: 'HIGH', ttl: '30s', notification: { tag: 'n1' } },
          apns: {
            headers: {
              'apns-priority': '10',
              'apns-expiration': String(Math.floor(clock.now() / 1000) + 30),
              'apns-collapse-id': 'n1',
            },
            payload: { aps: { sound: 'default' } },
          },
        },
      },
    ]);
  });

  it('uses one access token, renewed before it expires or when it is rejected', async () => {
    const before = counterpart.tokensGiven();
    await Promise.all([fcm.send('a', message), fcm.send('b', message)]);
    expect(counterpart.tokensGiven()).toBe(before);
    clock.advance(56 * 60_000);
    await Promise.all([fcm.send('a', message), fcm.send('b', message)]);
    expect(counterpart.tokensGiven()).toBe(before + 1);
    counterpart.answer({ status: 401, body: { error: { status: 'UNAUTHENTICATED' } } });
    expect((await fcm.send('a', message)).result).toBe('later');
    expect((await fcm.send('a', message)).result).toBe('sent');
    expect(counterpart.tokensGiven()).toBe(before + 2);
  });

  it.each([
    ['UNREGISTERED', fcmError(404, 'UNREGISTERED'), { result: 'gone' }],
    ['SENDER_ID_MISMATCH', fcmError(403, 'SENDER_ID_MISMATCH'), { result: 'gone' }],
    [
      'INVALID_ARGUMENT',
      fcmError(400, 'INVALID_ARGUMENT'),
      { result: 'refused', reason: 'FCM answered 400' },
    ],
    ['a token that never was one', badField('message.token'), { result: 'gone' }],
    [
      'the same in words alone',
      {
        status: 400,
        body: {
          error: {
            status: 'INVALID_ARGUMENT',
            message: 'The registration token is not a valid FCM registration token',
          },
        },
      },
      { result: 'gone' },
    ],
    [
      'another field that is wrong',
      badField('message.data[0].value'),
      { result: 'refused', reason: 'FCM answered 400' },
    ],
    ['UNAVAILABLE', fcmError(503, 'UNAVAILABLE'), { result: 'later', reason: 'FCM answered 503' }],
    [
      'QUOTA_EXCEEDED',
      { ...fcmError(429, 'QUOTA_EXCEEDED'), headers: { 'retry-after': '60' } },
      { result: 'later', reason: 'FCM answered 429', afterMs: 60_000 },
    ],
    ['no JSON', { status: 502 }, { result: 'later', reason: 'FCM answered 502' }],
    [
      'something else than its own success',
      { status: 200, body: {} },
      { result: 'later', reason: 'FCM did not confirm the message' },
    ],
    [
      'an unknown project',
      { status: 404, body: { error: {} } },
      { result: 'refused', reason: 'FCM answered 404' },
    ],
  ])('answered %s', async (_name, answer, outcome) => {
    counterpart.answer(answer);
    expect(await fcm.send('token', message)).toEqual(outcome);
  });

  it('is retried when FCM or the token endpoint is unavailable, or rejects the service account', async () => {
    const away = createFcm({ ...counterpart.config, apiUrl: 'http://127.0.0.1:1', clock });
    expect((await away.send('token', message)).result).toBe('later');
    const stranger = createFcm({ ...counterpart.config, clientEmail: 'other@kerb.example', clock });
    expect(await stranger.send('token', message)).toEqual({
      result: 'later',
      reason: 'The token endpoint answered 400',
    });
  });
});
