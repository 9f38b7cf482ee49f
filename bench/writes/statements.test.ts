// Tests of converting lines of PostgreSQL's log to a pgbench script.
import { describe, expect, it } from 'vitest';
import { numberedId, replaceIn, scriptOf, withValues } from './pgbench-script.ts';
import { parseLogLine, statementsOf } from './statement-log.ts';

const line = (message: string, detail?: string, application_name = 'kerb') =>
  JSON.stringify({ dbname: 'kerb', application_name, message, detail });

describe('parseLogLine', () => {
  it('parses a statement with its values, including quotes and NULL', () => {
    const detail = "Parameters: $1 = 'it''s, $2 = NULL', $2 = NULL, $3 = ''";
    expect(parseLogLine(line('execute <unnamed>: select $1, $2, $3', detail))).toEqual({
      sql: 'select $1, $2, $3',
      values: ["'it''s, $2 = NULL'", 'NULL', "''"],
    });
    expect(parseLogLine(line('statement: begin'))).toEqual({ sql: 'begin', values: [] });
  });

  it('skips other messages and the statements of other programs', () => {
    expect(parseLogLine(line('checkpoint starting: time'))).toBeNull();
    expect(parseLogLine(line('statement: select 1', undefined, 'psql'))).toBeNull();
  });
});

describe('statementsOf', () => {
  const bounds = { first: /^select session/, last: /^update keys/ };
  const lines = [
    line('statement: select other'),
    line('statement: select session'),
    line('execute <unnamed>: select id from sequence_outbox_batch($1)', "Parameters: $1 = '500'"),
    line('statement: commit'),
    line('statement: update keys'),
    line('statement: select later'),
  ];

  it('returns the statements of the request without those of background jobs', () => {
    expect(statementsOf(lines, bounds)?.map(({ sql }) => sql)).toEqual([
      'select session',
      'commit',
      'update keys',
    ]);
  });

  it('returns null until the last statement is logged', () => {
    expect(statementsOf(lines.slice(0, 4), bounds)).toBeNull();
  });
});

describe('the script', () => {
  it('replaces each numbered placeholder with its value', () => {
    const values = Array.from({ length: 11 }, (_, index) => `'v${index + 1}'`);
    expect(withValues({ sql: 'select $1, $11, $2', values })).toBe("select 'v1', 'v11', 'v2'");
  });

  it('replaces an id at every occurrence, and throws when there is no occurrence', () => {
    const replacement = { found: 'abc', by: numberedId(3, ':kerb_number') };
    expect(replaceIn("'abc', '{booking:abc}'", [replacement])).toBe(
      "'01930000-0000-7000-8003-:kerb_number', '{booking:01930000-0000-7000-8003-:kerb_number}'",
    );
    expect(() => replaceIn('select 1', [replacement])).toThrow('abc');
  });

  it('writes the variables first and a semicolon after each statement', () => {
    const begin = { sql: 'begin', values: [] };
    const commit = { sql: 'commit', values: [] };
    expect(scriptOf(['\\set kerb_number 1'], [begin, commit], [])).toBe(
      '\\set kerb_number 1\nbegin;\ncommit;\n',
    );
  });

  it('stores the result of a marked statement in variables', () => {
    const claim = { sql: 'insert into claims values ($1) returning taken_at', values: ["'k'"] };
    const later = {
      sql: 'update claims set done = true where taken_at = $1',
      values: ["'2026-03-05 12:00:00+00'"],
    };
    const replaced = [{ found: '2026-03-05 12:00:00+00', by: ':taken_at' }];
    expect(scriptOf([], [claim, later], replaced, (one) => one === claim)).toBe(
      "insert into claims values ('k') returning taken_at \\gset\nupdate claims set done = true where taken_at = ':taken_at';\n",
    );
  });
});
