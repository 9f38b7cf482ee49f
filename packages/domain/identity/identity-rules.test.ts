// Tests sign-in codes, ratings and referral ids against the wording of the specification.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOtp, issuedOtpRange } from './otp.ts';
import { ratingsOf } from './ratings.ts';
import { referralId } from './referral-id.ts';
import { signInRefusal } from './sign-in-refusal.ts';
import { bankDetails, personName, usertype, vehicleDetails } from './user.schema.ts';

test('a code is six digits from 100000 to 999999, both ends included', () => {
  for (const right of ['100000', '100001', '999998', '999999']) expect(isOtp(right)).toBe(true);
  for (const wrong of ['', '099999', '99999', '1000000', '12345a', ' 123456', '123456\n', '١٢٣٤٥٦'])
    expect(isOtp(wrong)).toBe(false);
});

test('every code that can be issued passes validation', () => {
  fc.assert(
    fc.property(fc.integer({ min: issuedOtpRange.lowest, max: issuedOtpRange.highest }), (code) =>
      isOtp(String(code)),
    ),
  );
});

test('a rating is the mean with one decimal, and empty before the first', () => {
  expect(ratingsOf({ count: 0, sum: 0 })).toEqual({ userrating: '', count: 0 });
  expect(ratingsOf({ count: 1, sum: 5 })).toEqual({ userrating: '5.0', count: 1 });
  expect(ratingsOf({ count: 3, sum: 14 })).toEqual({ userrating: '4.7', count: 3 });
  expect(ratingsOf({ count: 20, sum: 87 })).toEqual({ userrating: '4.4', count: 20 });
});

test('the mean of ratings of one to five stays between one and five', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 200 }), (stars) => {
      const { userrating } = ratingsOf({
        count: stars.length,
        sum: stars.reduce((sum, one) => sum + one, 0),
      });
      return /^[1-5]\.\d$/.test(userrating) && Number(userrating) <= 5;
    }),
  );
});

test('a referral id is the lowercased first name and four digits', () => {
  expect(referralId('José María', 0)).toBe('josemaria1000');
  expect(referralId('Ana', 0.999999)).toBe('ana9999');
  expect(referralId('', 0.5)).toBe('kerb5500');
});

test('users of the four roles can sign in once approved, and users of any other type never', () => {
  for (const role of usertype.options) {
    expect(signInRefusal({ usertype: role, approved: true })).toBeNull();
    expect(signInRefusal({ usertype: role, approved: false })).toBe('require_approval');
  }
  for (const other of ['', 'Rider', 'owner', 'root'])
    expect(signInRefusal({ usertype: other, approved: true })).toBe('not_valid_user_type');
});

test('a name accepts any script, and no invisible characters', () => {
  for (const name of ['José María', 'محمد عبد\u200cالله', '李雷', "D'Arc-Núñez"])
    expect(personName.parse(` ${name} `)).toBe(name);
  for (const hidden of ['\u202e', '\u2066', '\u2069', '\u0000', '\u0007', '\n'])
    expect(personName.safeParse(`Ana${hidden}Paz`).success).toBe(false);
});

test('vehicle fields and payout details accept no invisible characters', () => {
  const { other_info, ...known } = { ...vehicleDetails, ...bankDetails };
  for (const field of Object.values(known)) {
    expect(field.parse(' توصيل 1007 ')).toBe('توصيل 1007');
    expect(field.parse('')).toBe('');
    for (const hidden of ['\u202e', '\u2066', '\n'])
      expect(field.safeParse(`SDV${hidden}1007`).success).toBe(false);
  }
  expect(other_info.parse('A ramp\nand a seat')).toBe('A ramp\nand a seat');
});

test.each([
  ['  Ana  ', 'ana1000'],
  ['O’Neill-Ruiz 3', 'oneillruiz1000'],
  ['Ñandú', 'nandu1000'],
  ['محمد', 'kerb1000'],
  ['Abcdefghijklmnopqrstuvwxyz', 'abcdefghijklmnopqrst1000'],
])('the referral id of %j is %s', (firstName, expected) => {
  expect(referralId(firstName, 0)).toBe(expected);
});

test('half a tenth of a rating is rounded up', () => {
  expect(ratingsOf({ count: 20, sum: 85 }).userrating).toBe('4.3');
  expect(ratingsOf({ count: 20, sum: 84 }).userrating).toBe('4.2');
});
