// Tests turning single-key shortcuts off, also in browsers that block storage.
import { afterEach, expect, it, vi } from 'vitest';
import { singleKeysWork, turnSingleKeys } from './single-keys.ts';

afterEach(() => {
  vi.restoreAllMocks();
  turnSingleKeys(true);
});

it('is stored on this device', () => {
  turnSingleKeys(false);
  expect(singleKeysWork()).toBe(false);
  expect(window.localStorage.getItem('kerb.shortcuts.single')).toBe('off');
  turnSingleKeys(true);
  expect(singleKeysWork()).toBe(true);
});

it('lasts until the page is closed when storage is unavailable', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse);
  turnSingleKeys(false);
  expect(singleKeysWork()).toBe(false);
  turnSingleKeys(true);
  expect(singleKeysWork()).toBe(true);
});
