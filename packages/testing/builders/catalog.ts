// Builders of settings and car types for tests, completed with the defaults of their schemas.
import type { PublicSettings } from '@kerb/contract';
import { type CarType, carType, type Tariff, tariff } from '@kerb/domain/fleet';
import { type Settings, settings } from '@kerb/domain/settings';
import { SOME_NOON } from '../fake-clock.ts';
import { testId } from '../fake-ids.ts';

export function aSettings(change: Partial<Settings> = {}): Settings {
  return settings.parse(change);
}

/** The settings as every client gets them, of an operator in Montevideo without social sign-ins and demonstration. */
export function aPublicSettings(change: Partial<PublicSettings> = {}): PublicSettings {
  return {
    ...aSettings(),
    version: 1,
    languages: [],
    social: [],
    demo: null,
    city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.2 }, bounds: [-57, -35, -56, -34] },
    ...change,
  };
}

/**
 * A tariff like that of a taxi in Montevideo, in pesos: base 60, 35.50 per km, 420 per hour, minimum 150, flat fee 15.
 */
export function aTariff(change: Partial<Tariff> = {}): Tariff {
  return tariff.parse({
    base_fare: 60,
    rate_per_unit_distance: 35.5,
    rate_per_hour: 420,
    min_fare: 150,
    convenience_fees: 15,
    ...change,
  });
}

export function aCarType(change: Partial<CarType> = {}): CarType {
  return carType.parse({ ...aTariff(), id: testId(0xca1), name: 'Economy', createdAt: SOME_NOON, ...change });
}
