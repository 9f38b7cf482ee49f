// Tests the form of a car type: parses numbers as each language writes them, and reports the same errors as the server.
import { carType } from '@kerb/domain/fleet';
import { describe, expect, it } from 'vitest';
import { type CarTypeForm, formIn, formOf, inputOf, problemsOf } from './car-type-form.ts';
import { quoteExample } from './quote-example.ts';

const stored = carType.parse({
  id: 'x',
  createdAt: 1,
  name: 'Economy',
  image: '/cars/van.svg',
  extra_info: 'Up to 4',
  base_fare: 60.5,
  rate_per_unit_distance: 1234.1255,
  rate_per_hour: 240,
  min_fare: 130,
  convenience_fees: 6.25,
  convenience_fee_type: 'percentage',
  parcelTypes: [{ description: 'Box', amount: 30, translations: { ar: { description: 'صندوق' } } }],
  cancelSlab: [{ minsDelayed: 5, amount: 50 }],
  translations: { es: { name: 'Económico' } },
});

const found = (change: Partial<CarTypeForm>, decimals = 2) =>
  problemsOf(inputOf({ ...formOf(stored, 'en'), ...change }, 'en'), decimals);

describe('the form', () => {
  it.each(['en', 'es', 'fr', 'pt', 'ar'])('comes back as it was filled in %s', (locale) => {
    const { id, createdAt, version, ...content } = stored;
    expect(inputOf(formOf(stored, locale), locale)).toEqual(content);
    expect(problemsOf(inputOf(formOf(stored, locale), locale), 2)).toEqual([]);
    const inDinars = { ...stored, rate_per_unit_distance: 0.125, min_fare: 2.5, rate_per_hour: 1.375 };
    expect(inputOf(formOf(inDinars, locale), locale)).toMatchObject({
      rate_per_unit_distance: 0.125,
      min_fare: 2.5,
      rate_per_hour: 1.375,
    });
  });

  it('is rewritten for another language, except for texts that are no numbers', () => {
    const english = { ...formOf(stored, 'en'), min_fare: '1.375', rate_per_hour: 'ten' };
    expect(formIn(english, 'en', 'es')).toEqual({
      ...formOf(stored, 'es'),
      min_fare: '1,375',
      rate_per_hour: 'ten',
    });
  });

  it.each<[string, Partial<CarTypeForm>, object[]]>([
    ['no name', { name: '  ' }, [{ path: 'name', problem: 'required', limit: 1 }]],
    ['a turned one', { name: 'Van \u202eivaN' }, [{ path: 'name', problem: 'hidden', limit: 0 }]],
    ['no number', { min_fare: '' }, [{ path: 'min_fare', problem: 'number', limit: 0 }]],
    ['a negative one', { min_fare: '-5' }, [{ path: 'min_fare', problem: 'number', limit: 0 }]],
    ['two numbers at once', { min_fare: '1.2.3' }, [{ path: 'min_fare', problem: 'number', limit: 0 }]],
    ['too much', { min_fare: '2,000,000' }, [{ path: 'min_fare', problem: 'too_big', limit: 1_000_000 }]],
    ['too fine', { min_fare: '1.505' }, [{ path: 'min_fare', problem: 'decimals', limit: 2 }]],
    [
      'more than everything',
      { convenience_fees: '101' },
      [{ path: 'convenience_fees', problem: 'percent', limit: 0 }],
    ],
    [
      'a parcel without words, and one there already',
      {
        parcelTypes: [
          { description: 'Box', amount: '1' },
          { description: 'box ', amount: '2' },
        ],
      },
      [{ path: 'parcelTypes.1.description', problem: 'same', limit: 0 }],
    ],
    [
      'a hidden letter in another language',
      { translations: { ar: { name: 'a\u202eb' }, es: { name: ' ' } } },
      [{ path: 'translations.ar.name', problem: 'hidden', limit: 0 }],
    ],
    [
      'half a minute',
      { cancelSlab: [{ minsDelayed: '2.5', amount: '1' }] },
      [{ path: 'cancelSlab.0.minsDelayed', problem: 'whole', limit: 0 }],
    ],
  ])('says beside its field: %s', (_name, change, expected) => {
    expect(found(change)).toEqual(expected);
  });
});

it('reports an invalid field while other fields are still empty', () => {
  expect(found({ min_fare: '', rate_per_hour: '', base_fare: '60.005' })).toEqual([
    { path: 'rate_per_hour', problem: 'number', limit: 0 },
    { path: 'min_fare', problem: 'number', limit: 0 },
    { path: 'base_fare', problem: 'decimals', limit: 2 },
  ]);
});

describe('the example', () => {
  // 60 + 5 × 38 + 0.2 h × 240 = 298; 6 % of 298 is 17.88.
  const economy = { ...stored, base_fare: 60, rate_per_unit_distance: 38, convenience_fees: 6 };

  it('matches a price computed by hand, in kilometres and in miles', () => {
    expect(quoteExample(economy, { convert_to_mile: false, decimal: 2 })?.total).toBe(315.88);
    expect(quoteExample(economy, { convert_to_mile: true, decimal: 2 })).toMatchObject({
      total: 315.88,
      lines: [
        { kind: 'base' },
        { kind: 'distance', quantity: 5 },
        { kind: 'time' },
        { kind: 'convenience_fee' },
      ],
    });
    // 298 + 30 = 328; 6 % of 328 is 19.68, rounded to 20 without decimals.
    const chosen = { parcel: 0, option: -1 };
    expect(quoteExample(economy, { convert_to_mile: false, decimal: 2 }, chosen)?.total).toBe(347.68);
    expect(quoteExample(economy, { convert_to_mile: false, decimal: 0 }, chosen)?.total).toBe(348);
  });

  it('is null while a number is missing, and drops the selection of a removed type', () => {
    expect(
      quoteExample({ ...economy, min_fare: Number.NaN }, { convert_to_mile: false, decimal: 2 }),
    ).toBeNull();
    const gone = quoteExample(economy, { convert_to_mile: false, decimal: 2 }, { parcel: 7, option: 3 });
    expect(gone?.total).toBe(315.88);
  });
});
