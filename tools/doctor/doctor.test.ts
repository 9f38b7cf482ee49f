// Tests of the doctor's rules for disk space, versions, backups and certificates, and of its list of providers.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { paymentAdapters } from '../../apps/server/src/adapters/payments/index.ts';
import { readLastBackup, writeLastBackup } from '../backup/last-backup.ts';
import { isInRange, judgeBackups, judgeDisk } from './examine-machine.ts';
import { examineProviders, judgeConnection } from './examine-providers.ts';
import { lineOf, problem } from './finding.ts';
import { addressesOf, providers } from './provider-addresses.ts';

const GIB = 1024 ** 3;
const NOW = Date.parse('2026-03-05T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'kerb-doctor-'));
writeFileSync(join(folder, 'manifest.json'), '{}');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the machine', () => {
  it.each([
    ['20.19.0', true],
    ['20.18.9', false],
    ['21.5.0', false],
    ['22.12.1', true],
    ['24.0.0', true],
    ['26.1.0', true],
    ['23.9.0', false],
  ])('Node.js %s: supported is %s', (version, expected) => {
    expect(isInRange(version, '^20.19.0 || ^22.12.0 || >=24.0.0')).toBe(expected);
  });

  it('warns when disk space is low, and reports a problem when the disk is nearly full', () => {
    expect(judgeDisk('/data', 40 * GIB, 100 * GIB).level).toBe('ok');
    expect(judgeDisk('/data', 4.9 * GIB, 100 * GIB).level).toBe('warning');
    expect(judgeDisk('/data', 0.9 * GIB, 100 * GIB)).toMatchObject({
      level: 'problem',
      found: '0.9 GiB of 100 GiB are free for /data',
    });
  });

  const note = (hours: number, at = folder) => ({
    at: new Date(NOW - hours * 3_600_000).toISOString(),
    folder: at,
  });

  it.each([
    ['no backup', null, 'warning'],
    ['one of last night', note(10), 'ok'],
    ['one of the day before', note(30), 'warning'],
    ['one of last month', note(24 * 30), 'problem'],
    ['one that was removed', note(2, join(folder, 'removed')), 'warning'],
  ])('backups: %s', (_title, last, level) => {
    expect(judgeBackups(last, NOW).level).toBe(level);
  });

  it('reads the note of the last backup, and ignores a damaged one', () => {
    const last = note(2);
    writeLastBackup(folder, last);
    expect(readLastBackup(folder)).toEqual(last);
    writeFileSync(join(folder, 'last-backup.json'), '{');
    expect(readLastBackup(folder)).toBeNull();
    expect(readLastBackup(join(folder, 'elsewhere'))).toBeNull();
  });

  it('prints the advice below the finding', () => {
    expect(lineOf(problem('disk', 'full', 'Free some space.'))).toBe(
      '  ✗ disk                   full\n    → Free some space.',
    );
  });
});

describe('the providers', () => {
  it('include the addresses that the adapters call', () => {
    const source = (path: string) =>
      readFileSync(new URL(`../../apps/server/src/adapters/${path}`, import.meta.url), 'utf8');
    const sources = [
      'sms/twilio/twilio-sms.ts',
      'push/fcm/fcm.ts',
      'maps/google/google-map-service.ts',
      'social/index.ts',
      'social/apple/apple.ts',
      'social/facebook/facebook.ts',
    ].map(source);
    for (const { address } of providers)
      expect([address, sources.some((text) => text.includes(`'${address}'`))]).toEqual([address, true]);
  });

  it('are listed in the operator’s guide by host, with the variable that uses each', () => {
    const rows = readFileSync('docs/operate.md', 'utf8').split('\n');
    const used = [
      ...providers.map(({ usedWith, address }) => ({ usedWith, address })),
      ...paymentAdapters.map(({ required, address }) => ({
        usedWith: required[0] ?? '',
        address: address({}),
      })),
    ];
    for (const { usedWith, address } of used) {
      const { hostname } = new URL(address);
      const isListed = rows.some((row) => row.startsWith(`| \`${usedWith}\``) && row.includes(hostname));
      expect([usedWith, hostname, isListed]).toEqual([usedWith, hostname, true]);
    }
  });

  it('have an address for every payment provider, which its variable replaces', () => {
    for (const adapter of paymentAdapters) {
      expect(new URL(adapter.address({})).protocol).toBe('https:');
      const prefix = adapter.required[0]?.split('_')[0];
      const sandbox = 'https://sandbox.example/';
      expect(adapter.address({ [`${prefix}_API_URL`]: sandbox })).toBe(sandbox);
    }
  });

  it('are checked only when in use, at the configured address', () => {
    expect(addressesOf({})).toEqual([]);
    expect(
      addressesOf({
        TWILIO_ACCOUNT_SID: 'AC1',
        FCM_PROJECT_ID: 'kerb',
        FCM_API_URL: 'http://127.0.0.1:9',
        SMTP_URL: 'smtps://mail.example',
        STRIPE_SECRET_KEY: 'sk',
      }),
    ).toEqual([
      { name: 'Twilio', url: 'https://api.twilio.com' },
      { name: 'Firebase', url: 'http://127.0.0.1:9' },
      { name: 'Firebase tokens', url: 'https://oauth2.googleapis.com/token' },
      { name: 'stripe', url: 'https://api.stripe.com' },
      { name: 'mail server', url: 'smtps://mail.example' },
    ]);
  });

  it('are reported as responding or not', async () => {
    const listener = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const address = listener.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const url = `http://127.0.0.1:${port}`;
    expect(await examineProviders({ VALHALLA_URL: url })).toMatchObject([{ level: 'ok' }]);
    await new Promise((resolve) => listener.close(resolve));
    expect(await examineProviders({ VALHALLA_URL: url })).toMatchObject([
      { level: 'problem', found: expect.stringContaining('ECONNREFUSED') },
    ]);
  });

  it('get a warning when their certificate expires within two weeks', () => {
    const address = { name: 'public address', url: 'https://kerb.example' };
    const inDays = (days: number) => judgeConnection(address, NOW + days * 86_400_000, NOW).level;
    expect([inDays(60), inDays(14), inDays(13), inDays(-1)]).toEqual(['ok', 'ok', 'warning', 'warning']);
  });
});
