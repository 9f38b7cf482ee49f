// What an operator may write as a car type, and what of it is refused, by field.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CarTypeInput, carType, carTypeInput, carTypeInputFor, fitsDecimals } from './index.ts';

const plain = { name: 'Economy', rate_per_unit_distance: 38.1255, rate_per_hour: 240, min_fare: 130 };

const problems = (change: object, decimals = 2): [string, string | undefined][] => {
  const { error } = carTypeInputFor(decimals).safeParse({ ...plain, ...change });
  return (error?.issues ?? []).map(({ path, ...issue }) => [
    path.join('.'),
    'params' in issue ? String(issue.params?.problem) : issue.code,
  ]);
};

describe('a car type', () => {
  it('takes its defaults, and finer rates than the currency has', () => {
    expect(carTypeInputFor(0).parse(plain)).toEqual({
      ...plain,
      image: '',
      base_fare: 0,
      convenience_fees: 0,
      convenience_fee_type: 'flat',
      extra_info: '',
      parcelTypes: [],
      options: [],
      cancelSlab: [],
    });
  });

  it.each<[string, object, [string, string][]]>([
    ['a negative rate', { rate_per_hour: -1 }, [['rate_per_hour', 'too_small']]],
    ['a huge fare', { base_fare: 1e9 }, [['base_fare', 'too_big']]],
    ['not a number', { min_fare: Number.NaN }, [['min_fare', 'invalid_type']]],
    ['without end', { min_fare: Number.POSITIVE_INFINITY }, [['min_fare', 'invalid_type']]],
    ['a number in words', { min_fare: '130' }, [['min_fare', 'invalid_type']]],
    ['nothing', { min_fare: null }, [['min_fare', 'invalid_type']]],
    ['a name of spaces', { name: '   ' }, [['name', 'too_small']]],
    ['a name without end', { name: 'x'.repeat(61) }, [['name', 'too_big']]],
    ['a name that is turned', { name: 'Van \u202eivaN' }, [['name', 'hidden']]],
    [
      'an option on two lines',
      { options: [{ description: 'Two\nlines', amount: 1 }] },
      [['options.0.description', 'hidden']],
    ],
    ['a rate finer than stored', { rate_per_hour: 1.00001 }, [['rate_per_hour', 'decimals']]],
    ['a fare finer than the currency', { base_fare: 1.005 }, [['base_fare', 'decimals']]],
    ['a flat fee finer than the currency', { convenience_fees: 1.005 }, [['convenience_fees', 'decimals']]],
    [
      'more than all of the fare',
      { convenience_fee_type: 'percentage', convenience_fees: 100.5 },
      [['convenience_fees', 'percent']],
    ],
    ['a script for a picture', { image: 'javascript:alert(1)' }, [['image', 'undefined']]],
    ['a picture of another site', { image: 'https://example.com/a.png' }, [['image', 'undefined']]],
    ['a bundled picture that does not exist', { image: '/cars/rocket.svg' }, [['image', 'undefined']]],
    [
      'the same parcel twice, in other letters',
      {
        parcelTypes: [
          { description: 'Box', amount: 1 },
          { description: ' BOX ', amount: 2 },
        ],
      },
      [['parcelTypes.1.description', 'same']],
    ],
    [
      'the same minutes twice',
      {
        cancelSlab: [
          { minsDelayed: 5, amount: 1 },
          { minsDelayed: 3, amount: 2 },
          { minsDelayed: 5, amount: 2 },
        ],
      },
      [['cancelSlab.2.minsDelayed', 'same']],
    ],
    [
      'a slab finer than the currency',
      { cancelSlab: [{ minsDelayed: 5, amount: 0.125 }] },
      [['cancelSlab.0.amount', 'decimals']],
    ],
    [
      'half a minute',
      { cancelSlab: [{ minsDelayed: 0.5, amount: 1 }] },
      [['cancelSlab.0.minsDelayed', 'invalid_type']],
    ],
    [
      'too many choices',
      { options: Array.from({ length: 31 }, (_, at) => ({ description: `Seat ${at}`, amount: 1 })) },
      [['options', 'too_big']],
    ],
  ])('%s is refused beside its field', (_name, change, expected) => {
    const found = problems(change);
    expect(found.map(([path]) => path)).toEqual(expected.map(([path]) => path));
    if (!('image' in change)) expect(found).toEqual(expected);
  });

  it('keeps a percentage fee as fine as a rate, and markup and pictures of faces as they are written', () => {
    expect(problems({ convenience_fee_type: 'percentage', convenience_fees: 6.1255 })).toEqual([]);
    const name = '<b>Økonomi</b> 🚕';
    expect(carTypeInput.parse({ ...plain, name: ` ${name} ` }).name).toBe(name);
  });

  it('that was stored with other pictures is still read', () => {
    const stored = { ...plain, id: 'x', createdAt: 1, image: 'https://example.com/a.png' };
    expect(carType.parse(stored)).toMatchObject({ image: stored.image, version: 1 });
  });

  it('is no finer than the currency wherever people pay it as it stands', () => {
    const amounts = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 4 }), (parts, decimals) => {
        const amount = parts / 10_000;
        const fits = parts % 10 ** (4 - decimals) === 0;
        expect(fitsDecimals(amount, decimals)).toBe(fits);
        const input: Partial<CarTypeInput> = { base_fare: amount, options: [{ description: 'x', amount }] };
        expect(problems(input, decimals).length).toBe(fits ? 0 : 2);
      }),
    );
  });
});
