// The simulator's command line: flags over environment over defaults, all problems at once.
import { expect, test } from 'vitest';
import { parseOptions } from './options.ts';

const optionsOf = (argv: string[], env = {}) => {
  const request = parseOptions(argv, env);
  if (request.kind !== 'run') throw new Error(JSON.stringify(request));
  return request.options;
};

test('defaults, environment, flags', () => {
  expect(optionsOf([])).toEqual({
    url: 'http://127.0.0.1:3000',
    drivers: 40,
    riders: 12,
    speed: 1,
    seed: 'kerb',
    duration: null,
  });
  const env = { PORT: '4000', KERB_SIM_DRIVERS: '5', KERB_SIM_SPEED: '2.5', KERB_SIM_RIDERS: '0' };
  expect(optionsOf([], env)).toMatchObject({
    url: 'http://127.0.0.1:4000',
    drivers: 5,
    speed: 2.5,
    riders: 0,
  });
  expect(optionsOf(['--drivers', '7', '--duration=60'], env)).toMatchObject({ drivers: 7, duration: 60 });
});

test('every problem is reported, and help comes before them', () => {
  const request = parseOptions(['--drivers', 'many', '--speed', '99', '--url', 'nowhere'], {});
  expect(request).toMatchObject({
    kind: 'wrong',
    problems: [/drivers/, /speed/, /url/].map((text) => expect.stringMatching(text)),
  });
  expect(parseOptions(['--nonsense'], {}).kind).toBe('wrong');
  expect(parseOptions(['--help', '--drivers', 'many'], {}).kind).toBe('help');
});
