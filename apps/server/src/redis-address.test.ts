// Tests all forms of REDIS_URL, and rejected texts.
import { expect, it } from 'vitest';
import { isRedisAddress, readRedisAddress } from './redis-address.ts';

const plain = {
  isCluster: false,
  sentinelGroup: null,
  username: undefined,
  password: undefined,
  db: 0,
  isEncrypted: false,
};

it.each([
  ['redis://127.0.0.1', { ...plain, nodes: [{ host: '127.0.0.1', port: 6379 }] }],
  [
    'rediss://kerb:p%40ss:word@cache.example:6380/2',
    {
      ...plain,
      nodes: [{ host: 'cache.example', port: 6380 }],
      username: 'kerb',
      password: 'p@ss:word',
      db: 2,
      isEncrypted: true,
    },
  ],
  ['redis://:word@[::1]:7000', { ...plain, nodes: [{ host: '::1', port: 7000 }], password: 'word' }],
  [
    'redis://a:7000,b:7001,c',
    {
      ...plain,
      nodes: [
        { host: 'a', port: 7000 },
        { host: 'b', port: 7001 },
        { host: 'c', port: 6379 },
      ],
      isCluster: true,
    },
  ],
  [
    'redis://a:7000,redis://b:7001',
    {
      ...plain,
      nodes: [
        { host: 'a', port: 7000 },
        { host: 'b', port: 7001 },
      ],
      isCluster: true,
    },
  ],
  ['redis://a:7000?cluster=true', { ...plain, nodes: [{ host: 'a', port: 7000 }], isCluster: true }],
  [
    'redis://:word@s1,s2:26380/1?sentinel=kerb',
    {
      ...plain,
      nodes: [
        { host: 's1', port: 26_379 },
        { host: 's2', port: 26_380 },
      ],
      sentinelGroup: 'kerb',
      password: 'word',
      db: 1,
    },
  ],
])('%s', (url, address) => {
  expect(readRedisAddress(url)).toEqual(address);
});

it.each(['', 'redis://', 'http://127.0.0.1', '127.0.0.1:6379', 'redis://a:port', 'redis://a,,b'])(
  'refuses "%s"',
  (url) => {
    expect(isRedisAddress(url)).toBe(false);
  },
);
