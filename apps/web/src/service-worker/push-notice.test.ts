// Tests that only valid push messages are parsed, and that their address is always within the app.
import { describe, expect, it } from 'vitest';
import { ownAddress, readPush } from './push-notice.ts';

const bookingId = '0190b6a1-7c00-7000-8000-000000000001';

describe('a push message', () => {
  it('is read with its text unchanged, and the address of its screen', () => {
    const text = { title: '<b>Your driver</b> 🚕', body: 'هنا\nnow', tag: 'n1' };
    const sent = JSON.stringify({ ...text, screen: 'BookedCab', params: { bookingId } });
    expect(readPush(sent)).toEqual({ ...text, address: `/BookedCab?bookingId=${bookingId}` });
  });

  it.each([
    [{ title: 'Hi' }],
    [{ title: 'Hi', screen: null }],
    [{ title: 'Hi', screen: 'https://evil.example/' }],
    [{ title: 'Hi', screen: 'BookedCab', params: { bookingId: '../../x' } }],
    [{ title: 'Hi', screen: 'BookedCab', params: { bookingId: 7 } }],
    [{ title: 'Hi', screen: 7, params: [] }],
  ])('without a screen of ours leads home: %j', (sent) => {
    expect(readPush(JSON.stringify(sent))?.address).toBe('/');
  });

  it.each(['', 'Hello', '{', 'null', '[]', '{"title":""}', '{"title":7}'])(
    'is not from this app: %s',
    (sent) => {
      expect(readPush(sent)).toBeNull();
    },
  );
});

describe('what a notification opens', () => {
  const origin = 'https://kerb.example';
  it.each([
    [{ url: '/Wallet' }, '/Wallet'],
    [{ url: `/onlineChat?bookingId=${bookingId}` }, `/onlineChat?bookingId=${bookingId}`],
    [{ url: 'https://kerb.example/trip/1' }, '/trip/1'],
    [{ url: 'https://evil.example/' }, '/'],
    [{ url: '//evil.example/login' }, '/'],
    [{ url: '\\\\evil.example' }, '/'],
    [{ url: 'javascript:alert(1)' }, '/'],
    [{ url: 7 }, '/'],
    [null, '/'],
    ['/Wallet', '/'],
  ])('%j → %s', (data, address) => {
    expect(ownAddress(data, origin)).toBe(address);
  });
});
