// Tests of the names of devices in the list of sessions.
import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36 Edg/137.0.0.0',
    'Microsoft Edge on Windows',
  ],
  ['', ''],
])('%s is "%s"', (userAgent, device) => {
  expect(deviceName(userAgent)).toBe(device);
});

test('formats any user agent as one short line', () => {
  for (const nonsense of ['\u0000', '<script>', 'a/'.repeat(150), '(((((((', 'Mozilla/5.0 ('])
    expect(deviceName(nonsense).length).toBeLessThan(301);
});
