// Tests which input is a valid car type, and the errors of invalid input by field.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CarTypeInput,
  carType,
  carTypeInput,
  carTypeInputFor,
  carTypeUpdate,
  fitsDecimals,
} from './index.ts';

const plain = { name: 'Economy', rate_per_unit_distance: 38.1255, rate_per_hour: 240, min_fare: 130 };

const problems = (change: object, decimals = 2): [string, string | undefined][] => {
  const { error } = carTypeInputFor(decimals).safeParse({ ...plain, ...change });
  return (error?.issues ?? []).map(({ path, ...issue }) => [
    path.join('.'),
    'params' in issue ? String(issue.params?.problem) : issue.code,
  ]);
};

describe('a car type', () => {
  it('has texts in other languages, without blank ones', () => {
    const { translations, options } = carTypeInputFor(2).parse({
      ...plain,
      translations: { es: { name: ' Económico ', extra_info: 'De a 4\ncomo mucho' }, fr: { name: ' ' } },
      options: [{ description: 'Child seat', amount: 1, translations: { es: { description: 'Sillita' } } }],
    });
    expect(translations).toEqual({ es: { name: 'Económico', extra_info: 'De a 4\ncomo mucho' } });
    expect(options[0]?.translations).toEqual({ es: { description: 'Sillita' } });
  });

  const seat = { description: 'Child seat', amount: 1, translations: { es: { description: 'Sillita' } } };
  it.each<[string, object, [string, string][]]>([
    [
      'a long name',
      { translations: { es: { name: 'x'.repeat(61) } } },
      [['translations.es.name', 'too_big']],
    ],
    [
      'a long note',
      { translations: { ar: { extra_info: 'x'.repeat(301) } } },
      [['translations.ar.extra_info', 'too_big']],
    ],
    ['a hidden letter', { translations: { ar: { name: 'a\u202eb' } } }, [['translations.ar.name', 'hidden']]],
    [
      'one option twice in a language',
      { options: [seat, { ...seat, description: 'Baby seat' }] },
      [['options.1.translations.es.description', 'same']],
    ],
    [
      'more text than clients should load',
      {
        options: Array.from({ length: 30 }, (_, at) => ({
          description: `${at}`,
          amount: 0,
          translations: Object.fromEntries(
            ['es', 'pt', 'fr', 'ar', 'de', 'it', 'nl', 'pl', 'tr', 'vi', 'sw', 'th'].map((locale) => [
              locale,
              { description: `${at}`.padEnd(120, locale) },
            ]),
          ),
        })),
      },
      [['translations', 'too_much']],
    ],
  ])('is refused for %s in another language', (_, change, expected) => {
    expect(problems(change)).toEqual(expected);
  });

  it('applies defaults, and accepts rates with more decimals than the currency', () => {
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

  it('accepts a percentage fee with the decimals of a rate, and leaves markup and emoji unchanged', () => {
    expect(problems({ convenience_fee_type: 'percentage', convenience_fees: 6.1255 })).toEqual([]);
    const name = '<b>Økonomi</b> 🚕';
    expect(carTypeInput.parse({ ...plain, name: ` ${name} ` }).name).toBe(name);
  });

  it('is readable when it was stored with an external picture', () => {
    const stored = { ...plain, id: 'x', createdAt: 1, image: 'https://example.com/a.png' };
    expect(carType.parse(stored)).toMatchObject({ image: stored.image, version: 1 });
  });

  it('has at most the decimals of the currency in fields that are charged unchanged', () => {
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

describe('the limits of a car type', () => {
  const choices = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ description: `Choice ${at}`, amount: 1 }));
  const slabs = (count: number) => Array.from({ length: count }, (_, at) => ({ minsDelayed: at, amount: 1 }));
  const picture = '/api/v1/car-images/0190163d-8694-739b-aea5-966c26f8ad91';

  it.each<[string, unknown, unknown]>([
    ['name', 'x'.repeat(60), ' '],
    ['extra_info', 'x'.repeat(300), 'x'.repeat(301)],
    ['base_fare', 1_000_000, 1_000_001],
    ['base_fare', 0, -1],
    ['rate_per_unit_distance', 1_000_000, 1_000_001],
    ['rate_per_unit_distance', 38.1255, 38.12555],
    ['rate_per_hour', 0, -0.01],
    ['min_fare', 0, -0.01],
    ['convenience_fees', 0, -1],
    ['convenience_fee_type', 'percentage', 'half'],
    ['parcelTypes', choices(30), choices(31)],
    ['options', choices(30), choices(31)],
    ['options', [{ description: 'x'.repeat(120), amount: 0 }], [{ description: 'x'.repeat(121), amount: 0 }]],
    ['options', [{ description: 'x', amount: 1_000_000 }], [{ description: ' ', amount: 1 }]],
    ['options', [{ description: 'x', amount: 0.25 }], [{ description: 'x', amount: 0.255 }]],
    ['parcelTypes', [{ description: 'x', amount: 0.25 }], [{ description: 'x', amount: 0.255 }]],
    ['parcelTypes', [{ description: 'x', amount: 0 }], [{ description: 'a\u202eb', amount: 0 }]],
    ['cancelSlab', slabs(20), slabs(21)],
    ['cancelSlab', [{ minsDelayed: 1440, amount: 0 }], [{ minsDelayed: 1441, amount: 0 }]],
    ['cancelSlab', [{ minsDelayed: 0, amount: 0 }], [{ minsDelayed: -1, amount: 0 }]],
    ['image', picture, `${picture}0`],
    ['image', picture, picture.slice(0, -1)],
    ['image', picture, `https://example.com${picture}`],
    ['image', '/cars/economy.svg', '/cars/economy.png'],
    ['image', ' /cars/comfort.svg ', '/cars/'],
    ['image', '/cars/van.svg', 'van'],
    ['image', '', '/'],
    ['image', '  ', '/cars/economy.svg x'],
    ['image', '/cars/moto.svg', '/cars/moto.svg?x'],
  ])('%s: %j is accepted, %j is not', (field, allowed, refused) => {
    expect(problems({ [field]: allowed })).toEqual([]);
    expect(problems({ [field]: refused })).not.toEqual([]);
  });

  it('are 100 percent for a percentage fee, and absent for a flat fee', () => {
    expect(problems({ convenience_fee_type: 'percentage', convenience_fees: 100 })).toEqual([]);
    expect(problems({ convenience_fee_type: 'flat', convenience_fees: 101 })).toEqual([]);
  });

  it('report every field with more decimals than the currency', () => {
    const finer = {
      min_fare: 1.005,
      convenience_fees: 1.005,
      parcelTypes: [{ description: 'x', amount: 1.005 }],
      options: [{ description: 'x', amount: 1.005 }],
    };
    expect(problems(finer)).toEqual([
      ['min_fare', 'decimals'],
      ['convenience_fees', 'decimals'],
      ['parcelTypes.0.amount', 'decimals'],
      ['options.0.amount', 'decimals'],
    ]);
  });

  it('report the number of decimals allowed', () => {
    const decimalsOf = (change: object) =>
      carTypeInputFor(2)
        .safeParse({ ...plain, ...change })
        .error?.issues.map((issue) => ('params' in issue ? issue.params?.decimals : undefined));
    expect(decimalsOf({ base_fare: 1.005 })).toEqual([2]);
    expect(decimalsOf({ rate_per_hour: 1.00001 })).toEqual([4]);
  });

  it('report each duplicate option', () => {
    const options = ['Box', 'Bag', 'box', 'BOX'].map((description) => ({ description, amount: 1 }));
    expect(problems({ options })).toEqual([
      ['options.2.description', 'same'],
      ['options.3.description', 'same'],
    ]);
  });
});

it('trim the notes', () => {
  expect(carTypeInput.parse({ ...plain, extra_info: ' Four seats ' }).extra_info).toBe('Four seats');
});

describe('an update of a car type', () => {
  it('requires the version that it is based on', () => {
    expect(carTypeUpdate.parse({ ...plain, version: 1 }).version).toBe(1);
    for (const version of [undefined, 0, 1.5])
      expect(carTypeUpdate.safeParse({ ...plain, version }).success, `${version}`).toBe(false);
  });

  it('is validated like a new one', () => {
    const wrong = { ...plain, version: 1, convenience_fee_type: 'percentage', convenience_fees: 101 };
    expect(carTypeUpdate.safeParse(wrong).success).toBe(false);
  });
});

describe('a stored car type', () => {
  const stored = { ...plain, id: 'x', createdAt: 1 };

  it('has no picture and the first version by default', () => {
    expect(carType.parse(stored)).toMatchObject({ image: '', version: 1 });
    expect(carType.parse({ ...stored, image: ' /cars/van.svg ' }).image).toBe('/cars/van.svg');
  });

  it.each([
    ['version', 0],
    ['version', 1.5],
    ['image', 'x'.repeat(501)],
    ['id', undefined],
    ['createdAt', undefined],
  ])('has no %s of %j', (field, value) => {
    expect(carType.safeParse({ ...stored, [field]: value }).success).toBe(false);
  });
});
