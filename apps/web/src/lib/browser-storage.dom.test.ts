// Tests reading and writing of the browser's storage, also where it is blocked, full or contains invalid data.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceStorage, tabStorage } from './browser-storage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

describe.each([
  ['deviceStorage', deviceStorage, localStorage],
  ['tabStorage', tabStorage, sessionStorage],
])('%s', (_name, stored, storage) => {
  it('returns what was written, until null is written', () => {
    expect(stored.read('key')).toBeNull();
    expect(stored.write('key', '{"a":1}')).toBe(true);
    expect(storage.getItem('key')).toBe('{"a":1}');
    expect(stored.read('key')).toBe('{"a":1}');
    expect(stored.readJson('key')).toEqual({ a: 1 });
    expect(stored.write('key', null)).toBe(true);
    expect(storage.length).toBe(0);
    expect(stored.readJson('key')).toBeNull();
  });

  it('returns null for invalid JSON', () => {
    storage.setItem('key', '{');
    expect(stored.readJson('key')).toBeNull();
  });
});

it('reports that nothing was stored when storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(deviceStorage.write('key', 'text')).toBe(false);
  expect(deviceStorage.read('key')).toBeNull();
});

it('reads and stores nothing where the browser blocks storage', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(deviceStorage.read('key')).toBeNull();
  expect(deviceStorage.readJson('key')).toBeNull();
  expect(deviceStorage.write('key', 'text')).toBe(false);
  expect(deviceStorage.write('key', null)).toBe(false);
});
