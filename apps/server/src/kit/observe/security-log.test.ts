// Tests the security log: the content of a line, and the suppression of a flood of events.
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRefusedCalls } from './refused-calls.ts';
import type { SecurityEvent } from './security-catalogue.ts';
import {
  createSecurityLog,
  hostOf,
  type SecurityCall,
  type SecurityLine,
  writeSecurityLines,
} from './security-log.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function createLog({
  secret = 'one secret',
  call = null,
}: {
  secret?: string;
  call?: SecurityCall | null;
} = {}) {
  const lines: SecurityLine[] = [];
  const faults: unknown[] = [];
  const clock = { time: 0 };
  const log = createSecurityLog({
    secret,
    write: (line) => lines.push(line),
    logger: { error: (...fault: unknown[]) => void faults.push(fault) },
    now: () => clock.time,
    currentCall: () => call,
  });
  return { log, lines, faults, clock };
}

const uid = randomUUID();

describe('a log line', () => {
  it('has the event, its severity, the caller, and hashes instead of number and address', () => {
    const call = { by: uid, address: '203.0.113.9', requestId: 'req-1' };
    const { log, lines } = createLog({ call });
    log.write({ event: 'sign_in_failed', way: 'code', reason: 'otp_wrong', number: '+59894123456' });
    expect(lines).toEqual([
      {
        log: 'security',
        event: 'sign_in_failed',
        severity: 'warning',
        by: uid,
        caller: log.pseudonym('203.0.113.9'),
        requestId: 'req-1',
        way: 'code',
        reason: 'otp_wrong',
        number: log.pseudonym('+59894123456'),
      },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/59894123456|203\.0\.113/);
  });

  it('has the same hash for the same number, and another for another number or secret', () => {
    const hashes = ['one secret', 'one secret', 'another secret'].map((secret) =>
      createLog({ secret }).log.pseudonym('+59894123456'),
    );
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[2]).not.toBe(hashes[0]);
    expect(createLog().log.pseudonym('+59894123457')).not.toBe(hashes[0]);
  });

  it('is rejected with a field that is not in the catalogue, or a name instead of an id', () => {
    const { log, lines, faults } = createLog();
    const odd = [
      { event: 'user_approved', uid: 'Ana Silva', usertype: 'rider' },
      { event: 'user_approved', uid, usertype: 'rider', firstName: 'Ana' },
      { event: 'access_refused', code: 'forbidden', method: 'GET', route: '/users/Ana Silva', count: 1 },
    ] as SecurityEvent[];
    for (const event of odd) log.write(event);
    expect(lines).toEqual([]);
    expect(faults).toHaveLength(odd.length);
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:7:1::5', '2001:db8:7:1::/64'],
    ['2001:DB8:7:1:ffff:1:2:3', '2001:db8:7:1::/64'],
    ['2001:db8::7:1:0:5', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['no address', 'no address'],
  ])('hashes the address %s as the host %s', (address, host) => {
    expect(hostOf(address)).toBe(host);
  });
});

describe('a flood of one event', () => {
  it('is written 300 times a minute; the rest is counted in one line, and other events are still written', () => {
    const { log, lines, clock } = createLog();
    const failure = { event: 'sign_in_failed', way: 'code', reason: 'otp_wrong' } as const;
    for (let call = 0; call < 1000; call += 1) log.write(failure);
    log.write({ event: 'first_admin_created', uid });
    expect(lines).toHaveLength(301);
    expect(lines.at(-1)).toMatchObject({ event: 'first_admin_created' });
    clock.time += 60_000;
    log.write(failure);
    expect(lines.slice(301)).toMatchObject([
      { event: 'events_suppressed', suppressed: 'sign_in_failed', count: 700 },
      failure,
    ]);
  });

  it('is reported when the server stops before the end of the minute', () => {
    const { log, lines } = createLog();
    for (let call = 0; call < 302; call += 1) log.write({ event: 'codes_limited', limit: 'network' });
    log.flush();
    expect(lines.at(-1)).toMatchObject({ event: 'events_suppressed', count: 2 });
  });
});

describe('rejected calls', () => {
  it('are logged every minute by a timer', () => {
    vi.useFakeTimers();
    const { log, lines } = createLog();
    const refused = createRefusedCalls(log);
    refused.count(call);
    vi.advanceTimersByTime(59_000);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(lines).toMatchObject([{ event: 'access_refused', count: 1 }]);
    refused.close();
    vi.useRealTimers();
  });

  const call = { code: 'forbidden', method: 'GET', route: '/api/v1/users', address: '10.0.0.1', by: uid };

  it('are one line for each code, route and caller, however many there were', () => {
    const { log, lines } = createLog();
    const refused = createRefusedCalls(log);
    for (let n = 0; n < 1500; n += 1) refused.count(call);
    refused.count({ ...call, address: '10.0.0.2', by: null, code: 'not_logged_in' });
    expect(lines).toEqual([]);
    refused.close();
    expect(lines).toMatchObject([
      { event: 'access_refused', code: 'forbidden', count: 1500, by: uid, caller: log.pseudonym('10.0.0.1') },
      { event: 'access_refused', code: 'not_logged_in', count: 1, by: null },
    ]);
    refused.flush();
    expect(lines).toHaveLength(2);
  });

  it('of callers beyond the separately counted number are summed', () => {
    const { log, lines } = createLog();
    const refused = createRefusedCalls(log);
    for (let n = 0; n < 5000; n += 1) refused.count({ ...call, address: `10.0.${n >> 8}.${n & 255}` });
    refused.close();
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toMatchObject({ code: 'others', route: '*', count: 4800, caller: null });
  });

  it('of one IPv6 network count as one caller', () => {
    const { log, lines } = createLog();
    const refused = createRefusedCalls(log);
    for (let n = 1; n < 300; n += 1) refused.count({ ...call, address: `2001:db8::${n.toString(16)}` });
    refused.close();
    expect(lines).toMatchObject([{ count: 299 }]);
  });
});

describe('the output', () => {
  const written = (options: { mode: string; logLevel: string }): boolean => {
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const line = { log: 'security', event: 'codes_limited' } as const;
    writeSecurityLines(options)(line);
    return out.mock.calls.length > 0;
  };

  it.each([
    ['production', 'info', true],
    ['production', 'warn', true],
    ['production', 'silent', true],
    ['demo', 'info', true],
    ['demo', 'warn', false],
  ])('of %s at %s: written %s', (mode, logLevel, expected) => {
    expect(written({ mode, logLevel })).toBe(expected);
  });
});
