// Tests the database address, folder and URL of another city, and that its secret differs from the first city's.
import { expect, test } from 'vitest';
import { parseConfig } from '../config.ts';
import {
  configOf,
  databaseUrlOf,
  firstHostOf,
  firstUrlOf,
  publicUrlOf,
  type Region,
  regionDefaults,
  regionKey,
} from './region.ts';

const region: Region = {
  key: 'santana-2',
  name: 'Santana',
  host: 'santana.example',
  publicUrl: null,
  defaults: { code: 'BRL' },
};
const config = {
  ...parseConfig({
    KERB_DATA: '/data',
    DATABASE_URL: 'postgres://kerb_app:p%40ss@pooler:6432/rides?sslmode=require',
    DATABASE_DIRECT_URL: 'postgres://kerb@primary/rides',
    DATABASE_REPLICA_URL: 'postgres://kerb@replica/rides',
    PUBLIC_URL: 'https://kerb.example:8443',
    KERB_CITY: '/montevideo.osm.pbf',
  }),
  secret: 'the secret of the first city',
};

test('each database address is replaced by that of the city’s database', () => {
  const own = configOf(config, region);
  expect(own.databaseUrl).toBe('postgres://kerb_app:p%40ss@pooler:6432/rides_santana_2?sslmode=require');
  expect(own.databaseDirectUrl).toBe('postgres://kerb@primary/rides_santana_2');
  expect(own.databaseReplicaUrl).toBe('postgres://kerb@replica/rides_santana_2');
  expect(databaseUrlOf('postgres://kerb@localhost/kerb?host=/run/kerb', 'artigas')).toBe(
    'postgres://kerb@localhost/kerb_artigas?host=/run/kerb',
  );
});

test('the embedded database has no address to replace', () => {
  const own = configOf({ ...parseConfig({ KERB_DATA: '/data' }), secret: 'x' }, region);
  expect([own.databaseUrl, own.databaseDirectUrl, own.databaseReplicaUrl]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('each city has its own files, map and secret', () => {
  const own = configOf(config, region);
  expect(own.dataFolder).toBe('/data/regions/santana-2');
  expect(own.cityFile).toBeUndefined();
  expect(own.secret).toMatch(/^[0-9a-f]{64}$/);
  expect(own.secret).not.toBe(configOf(config, { ...region, key: 'rivera' }).secret);
  expect(own.secret).not.toBe(configOf({ ...config, secret: 'another' }, region).secret);
});

test('the host of the first city is that of its address, without a port', () => {
  const hostOf = (environment: Record<string, string>) => firstHostOf(firstUrlOf(parseConfig(environment)));
  expect(hostOf({ PUBLIC_URL: 'https://Kerb.Example:8443' })).toBe('kerb.example');
  expect(hostOf({ HOST: '0.0.0.0' })).toBe('0.0.0.0');
  expect(hostOf({ HOST: '::1' })).toBe('[::1]');
});

test('a city has its own host, or an address of its own', () => {
  expect(configOf(config, region).publicUrl).toBe('https://santana.example:8443');
  expect(publicUrlOf({ ...region, publicUrl: 'https://other.example' }, 'http://127.0.0.1:3000')).toBe(
    'https://other.example',
  );
  expect(publicUrlOf(region, 'http://127.0.0.1:3000')).toBe('http://santana.example:3000');
});

test.each(['', 'Rivera', '2rivera', '-rivera', 'rivera_2', 'rivera/..', 'a'.repeat(31), 'rivera"'])(
  '%j is no key of a city',
  (key) => {
    expect(regionKey.safeParse(key).success).toBe(false);
  },
);

test('omitted defaults stay unset, and invalid ones are rejected', () => {
  expect(regionDefaults.parse({})).toEqual({});
  expect(regionDefaults.parse({ country: 'BR', decimal: 0 })).toEqual({ country: 'BR', decimal: 0 });
  for (const wrong of [{ country: 'Brazil' }, { code: 'R$' }, { decimal: 9 }])
    expect(regionDefaults.safeParse(wrong).success).toBe(false);
});
