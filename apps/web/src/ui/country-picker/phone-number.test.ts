// Tests that typed and pasted texts become the intended number with its country, or null.
import { describe, expect, it } from 'vitest';
import { countryOfNumber, dialCodeText, splitNumber, toE164 } from './phone-number.ts';

describe('a number typed beside its country', () => {
  it.each([
    ['UY', '91 000 001', '+59891000001'],
    ['UY', '091000001', '+59891000001'],
    ['UY', '٠٩١٠٠٠٠٠١', '+59891000001'],
    ['UY', '\u206691–000–001\u2069', '+59891000001'],
    ['US', '(212) 555-2368', '+12125552368'],
    ['AS', '633 1234', '+16846331234'],
    ['AS', '684 633 1234', '+16846331234'],
    ['GG', '240000', '+441481240000'],
    ['GB', '07400 123456', '+447400123456'],
    ['IT', '06 698 12345', '+390669812345'],
    ['KZ', '701 234 5678', '+77012345678'],
  ])('%s %s is %s', (country, text, mobile) => {
    expect(toE164({ country, text })).toBe(mobile);
  });

  it('may be a full one of any country', () => {
    expect(toE164({ country: 'UY', text: '+54 9 11 2345 6789' })).toBe('+5491123456789');
    expect(toE164({ country: 'UY', text: '0054 9 11 2345 6789' })).toBe('+5491123456789');
    expect(toE164({ country: 'UY', text: '＋598 91 000 001' })).toBe('+59891000001');
  });

  it.each(['', '9', '+', '+598', 'abcdef', '91000001x2', '1'.repeat(40), '+999 123 456 789'])(
    '%s is invalid',
    (text) => {
      expect(toE164({ country: 'UY', text })).toBeNull();
    },
  );

  it('is invalid for an unknown country', () => {
    expect(toE164({ country: 'XX', text: '91000001' })).toBeNull();
  });
});

describe('a number that begins with "+"', () => {
  it.each([
    ['+598', 'US', 'UY'],
    ['+54 9 11 2345 6789', 'UY', 'AR'],
    ['+1684', 'UY', 'AS'],
    ['+1 684 633 1234', 'US', 'AS'],
    ['+1 212 555 2368', 'UY', 'US'],
    ['+1', 'CA', 'CA'],
    ['+44 1481 240000', 'GB', 'GG'],
    ['+44 7400 123456', 'UY', 'GB'],
    ['+7 701 234 5678', 'KZ', 'KZ'],
  ])('%s, after %s was chosen, is of %s', (text, chosen, country) => {
    expect(countryOfNumber(text, chosen)).toBe(country);
  });

  it('has no country while no dial code matches', () => {
    expect(countryOfNumber('+', 'UY')).toBeNull();
    expect(countryOfNumber('+0', 'UY')).toBeNull();
    expect(countryOfNumber('91000001', 'UY')).toBeNull();
  });

  it.each([
    '+59891000001',
    '+5491123456789',
    '+16846331234',
    '+12125552368',
    '+441481240000',
    '+390669812345',
  ])('%s falls into country and number, and means the same after', (mobile) => {
    const split = splitNumber(mobile, 'UY');
    expect(split?.text).not.toContain('+');
    expect(split && toE164(split)).toBe(mobile);
  });

  it('is not split while it is incomplete', () => {
    expect(splitNumber('+598 91', 'UY')).toBeNull();
  });
});

it('shows the number in the format of its country, without the dial code', () => {
  expect(splitNumber('+59891000001', 'US')).toEqual({ country: 'UY', text: '91 000 001' });
  expect(splitNumber('+16846331234', 'UY')).toEqual({ country: 'AS', text: '6331234' });
});

it('writes a dial code with its area code after a hyphen', () => {
  expect(dialCodeText({ code: 'AS', label: 'American Samoa', phone: '1-684' })).toBe('+1-684');
});
