// Tests of the limits on sending codes, on a real database: per network, per day, per country, and with a captcha.
import { defaultSendLimits, type SendLimits } from '@kerb/domain/identity';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Captcha } from '../../../ports/captcha.ts';
import { shippedLanguagesApi } from '../../languages/testing/shipped-languages.ts';
import { code, createIdentityTestbed, DAY, SECOND } from '../testing/identity-testbed.ts';
import { countryOf } from './parse-mobile.ts';
import { createSendOtp } from './send-otp.ts';

const { database, withTx, secret, ids, clock, newMobile, sms } = await createIdentityTestbed();
const HOUR = 3600 * SECOND;

/** Fake captcha whose solutions state whether they are correct; the adapter's own tests cover real challenges. */
const captcha: Captcha = {
  challenge: async () => ({ parameters: {}, signature: '' }),
  judge: async (text) =>
    text.startsWith('right') ? { id: text, expiresAt: clock.time + 300 * SECOND } : null,
};
const served = { appName: 'Kerb', restrictCountry: false, country: 'UY' };
let usedUp = 0;
beforeEach(async () => {
  await database.asOwner.query('truncate otp_challenges, captcha_solutions');
  Object.assign(served, { restrictCountry: false, country: 'UY' });
  usedUp = 0;
});

const sender = (limits: Partial<SendLimits>, asks: Captcha | undefined = captcha) =>
  createSendOtp({
    withTx,
    clock,
    ids,
    sms,
    secret,
    captcha: asks,
    limits: { ...defaultSendLimits, ...limits },
    settings: async () => served,
    textsFor: () => shippedLanguagesApi.textsFor(null),
    isUnthrottled: (mobile) => mobile.startsWith('+598920001'),
    onUsedUp: () => {
      usedUp += 1;
    },
  });
const noCaptcha = { afterOfNumber: 99, afterOfNetworkAndHour: 999, afterShareOfDay: 2 };

describe('one network', () => {
  const send = sender({ perNetworkAndHour: 3, perNetworkAndDay: 5, captcha: noCaptcha });
  const from = (address: string) => send({ mobile: newMobile(), address });

  test('has an hourly and a daily limit of codes over all numbers; neighbouring networks have their own', async () => {
    for (const last of [1, 2, 3]) await from(`203.0.113.${last}`);
    await expect(from('203.0.113.9')).rejects.toEqual(code('otp_too_many_sends'));
    await expect(from('::ffff:203.0.113.10')).rejects.toEqual(code('otp_too_many_sends'));
    await from('203.0.114.1');
    clock.time += HOUR;
    await from('203.0.113.4');
    await from('203.0.113.5');
    clock.time += HOUR;
    await expect(from('203.0.113.6')).rejects.toEqual(code('otp_too_many_sends'));
    clock.time += DAY;
    await from('203.0.113.6');
  });

  test('is a /48 of IPv6', async () => {
    for (const last of [1, 2, 3]) await from(`2001:db8:7:${last}::1`);
    await expect(from('2001:db8:7:ffff::1')).rejects.toEqual(code('otp_too_many_sends'));
    await from('2001:db8:8::1');
  });

  test('is limited also when it requests many codes concurrently', async () => {
    const results = await Promise.allSettled(Array.from({ length: 24 }, () => from('198.51.100.1')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(sms.sent).toHaveLength(3);
  });

  test('is not charged for simulator numbers, nor for codes that could not be sent', async () => {
    for (let n = 0; n < 6; n += 1) await send({ mobile: '+59892000101', address: '192.0.2.1' });
    sms.fails = true;
    for (let n = 0; n < 6; n += 1) await expect(from('192.0.2.1')).rejects.toEqual(code('sms_failed'));
    sms.fails = false;
    for (let n = 0; n < 3; n += 1) await from('192.0.2.1');
    await expect(from('192.0.2.1')).rejects.toEqual(code('otp_too_many_sends'));
  });
});

test('the installation has a daily limit of codes, and reports when it is reached', async () => {
  const send = sender({ perDay: 4, captcha: noCaptcha });
  const from = (network: number) => send({ mobile: newMobile(), address: `10.0.${network}.1` });
  for (const network of [1, 2, 3, 4]) await from(network);
  expect(usedUp).toBe(0);
  await expect(from(5)).rejects.toMatchObject({ code: 'otp_too_many_sends', retryAfterSecs: 86_400 });
  expect(usedUp).toBe(1);
  clock.time += DAY;
  await from(5);
});

describe('where only one country is served', () => {
  const send = sender({ captcha: noCaptcha });
  test('numbers of other countries are rejected, also those with the same dial code', async () => {
    Object.assign(served, { restrictCountry: true, country: 'CA' });
    const address = '10.0.0.1';
    await expect(send({ mobile: '+12125550123', address })).rejects.toEqual(code('country_not_served'));
    await expect(send({ mobile: newMobile(), address })).rejects.toEqual(code('country_not_served'));
    expect(sms.sent).toEqual([]);
    await send({ mobile: '+14165550123', address });
    expect(sms.sent).toHaveLength(1);
  });

  test.each([
    ['+12125550123', 'US'],
    ['+14165550123', 'CA'],
    ['+16846331234', 'AS'],
    ['+18765551234', 'JM'],
    ['+77011234567', 'KZ'],
    ['+79161234567', 'RU'],
    ['+447400123456', 'GB'],
    ['+447911123456', 'GG'],
    ['+59899123456', 'UY'],
    ['+80012345678', null],
  ])('%s is a number of %s', (mobile, country) => {
    expect(countryOf(mobile)).toBe(country);
  });
});

describe('a challenge', () => {
  const captchaFrom = { afterOfNumber: 1, afterOfNetworkAndHour: 2, afterShareOfDay: 0.5 };
  const send = sender({ perDay: 20, captcha: captchaFrom });
  const ask = (solution?: string, address = '10.1.0.1') =>
    send({ mobile: newMobile(), address, captcha: solution });

  test('is required after some codes of a network, and a solution is valid for one code', async () => {
    for (let n = 0; n < 3; n += 1) await ask();
    await expect(ask()).rejects.toEqual(code('captcha_required'));
    await expect(ask('wrong')).rejects.toEqual(code('captcha_wrong'));
    await ask('right one');
    await expect(ask('right one')).rejects.toEqual(code('captcha_wrong'));
    await ask('right two');
    expect(sms.sent).toHaveLength(5);
  });

  test('is accepted once when its solution is sent many times concurrently', async () => {
    for (let n = 0; n < 3; n += 1) await ask();
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => ask('right for all')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is required after some codes to the same number', async () => {
    const mobile = newMobile();
    for (const last of [1, 2]) {
      await send({ mobile, address: `10.2.${last}.1` });
      clock.time += 30 * SECOND;
    }
    await expect(send({ mobile, address: '10.2.3.1' })).rejects.toEqual(code('captcha_required'));
    await send({ mobile, address: '10.2.3.1', captcha: 'right' });
  });

  test('is required of every caller once half of the daily codes are used', async () => {
    for (let n = 0; n < 10; n += 1) await ask(undefined, `10.3.${n}.1`);
    await expect(ask(undefined, '10.3.99.1')).rejects.toEqual(code('captcha_required'));
    await ask('right', '10.3.99.1');
  });

  test('does not bypass the limits, and a solution is not consumed by a rejected request', async () => {
    const mobile = newMobile();
    await send({ mobile, address: '10.4.0.1' });
    await expect(send({ mobile, address: '10.4.0.1', captcha: 'right' })).rejects.toEqual(
      code('otp_too_many_sends'),
    );
    const { rows } = await database.pool.query('select * from captcha_solutions');
    expect(rows).toEqual([]);
  });

  test('is optional where no captcha is configured', async () => {
    const unasked = createSendOtp({
      withTx,
      clock,
      ids,
      sms,
      secret,
      limits: { ...defaultSendLimits, captcha: captchaFrom },
      settings: async () => served,
      textsFor: () => shippedLanguagesApi.textsFor(null),
      isUnthrottled: () => false,
    });
    for (let n = 0; n < 6; n += 1) await unasked({ mobile: newMobile(), address: '10.5.0.1' });
  });

  test('is deleted after it has expired', async () => {
    for (let n = 0; n < 3; n += 1) await ask();
    await ask('right early');
    clock.time += 301 * SECOND;
    await ask('right late');
    const { rows } = await database.pool.query('select id from captcha_solutions');
    expect(rows).toEqual([{ id: 'right late' }]);
  });
});
