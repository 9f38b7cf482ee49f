// The lab's input: options with all problems at once, and demand files of which the good rows are used.
import { describe, expect, it } from 'vitest';
import { readDemand } from './demand-file.ts';
import { parseLabOptions } from './lab-options.ts';
import { escapeHtml, jsonForScript } from './report/escape-html.ts';

describe('the options', () => {
  it('have defaults', () => {
    expect(parseLabOptions([])).toMatchObject({
      kind: 'run',
      options: {
        scenario: 'balanced',
        policies: ['nearest', 'batched'],
        requests: null,
        later: 0,
        json: false,
      },
    });
  });

  it('report every problem', () => {
    const argv = ['--scenario', 'flood', '--policy', 'nearest,best', '--drivers', '0', '--hours', 'x'];
    expect(parseLabOptions(argv)).toMatchObject({
      kind: 'wrong',
      problems: [/scenario: flood/, /policy: best/, /drivers: 0/, /hours: x/].map((text) =>
        expect.stringMatching(text),
      ),
    });
    expect(parseLabOptions(['--nonsense']).kind).toBe('wrong');
    expect(parseLabOptions(['--demand', 'a.csv', '--requests', '5']).kind).toBe('wrong');
    expect(parseLabOptions(['--later', '1.1']).kind).toBe('wrong');
    expect(parseLabOptions(['--demand', 'a.csv', '--later', '0.2']).kind).toBe('wrong');
    expect(parseLabOptions(['--help', '--drivers', '0']).kind).toBe('help');
  });
});

describe('a demand file', () => {
  const isInside = ({ lat }: { lat: number }) => lat < -30;
  const good = '2026-03-01 08:00,-34.9,-56.1,-34.8,-56.2';

  it('is read, sorted by time, with the reason and line of each row that is skipped', () => {
    const text = [
      'time,pickup_lat,pickup_lng,drop_lat,drop_lng',
      '2026-03-01 08:05,-34.9,-56.1,-34.8,-56.2',
      good,
      good,
      '2026-03-01 08:00,,-56.1,-34.8,-56.2',
      'soon,-34.9,-56.1,-34.8,-56.2',
      '',
      '2026-03-01 08:00,-34.9,-56.1',
      '2026-03-01 08:00,-34.9,-56.1,40.7,-74',
    ].join('\n');
    const { requests, skipped } = readDemand(text, isInside);
    expect(requests.map(({ at }) => at)).toEqual([8 * 3_600_000, 8 * 3_600_000 + 300_000]);
    expect(skipped).toEqual([
      { line: 4, reason: 'repeats line 3' },
      { line: 5, reason: 'the pickup is not a position' },
      { line: 6, reason: 'the time is not a date and time' },
      { line: 8, reason: 'has 3 of 5 columns' },
      { line: 9, reason: 'the drop-off is outside the city' },
    ]);
  });

  it('without a usable row is an error', () => {
    expect(() => readDemand('', isInside)).toThrow('no usable row');
    expect(() => readDemand('time,a,b,c,d\nx', isInside)).toThrow('1 skipped');
  });
});

it('text and data cannot end the element of the report that they stand in', () => {
  expect(escapeHtml(`<b a="1">&'`)).toBe('&lt;b a=&quot;1&quot;&gt;&amp;&#39;');
  expect(jsonForScript({ name: '</script>' })).not.toContain('<');
});
