// The push state of a browser, and which key a subscription was made with.
import { describe, expect, it } from 'vitest';
import { type BrowserFacts, isOfKey, keyText, pushStateOf } from './push-state.ts';

const able: BrowserFacts = {
  hasPush: true,
  isIos: false,
  isInstalled: false,
  permission: 'granted',
  isSubscribed: true,
};

describe('push messages', () => {
  it.each<[Partial<BrowserFacts>, string]>([
    [{}, 'on'],
    [{ isSubscribed: false }, 'off'],
    [{ permission: 'default', isSubscribed: false }, 'off'],
    // The user has revoked the permission in the browser: an existing subscription receives nothing.
    [{ permission: 'default' }, 'off'],
    [{ permission: 'denied' }, 'denied'],
    [{ hasPush: false }, 'unsupported'],
    [{ permission: null }, 'unsupported'],
    [{ hasPush: false, isIos: true }, 'install'],
    [{ hasPush: false, isIos: true, isInstalled: true }, 'unsupported'],
    [{ isIos: true, isInstalled: true, isSubscribed: false }, 'off'],
  ])('%j: %s', (facts, state) => {
    expect(pushStateOf({ ...able, ...facts })).toBe(state);
  });
});

describe('the key of a subscription', () => {
  const bytes = Uint8Array.from({ length: 65 }, (_, index) => (index * 37 + 251) % 256);
  it('is compared in base64url form', () => {
    expect(keyText(bytes.buffer)).toBe(Buffer.from(bytes).toString('base64url'));
    expect(isOfKey(bytes.buffer, Buffer.from(bytes).toString('base64url'))).toBe(true);
    expect(isOfKey(bytes.buffer, Buffer.from(bytes.map((byte) => byte ^ 1)).toString('base64url'))).toBe(
      false,
    );
    expect(isOfKey(null, '')).toBe(false);
  });
});
