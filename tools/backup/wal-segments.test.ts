// Tests that computed names of WAL segments equal those that PostgreSQL uses.
import { describe, expect, it } from 'vitest';
import { isBefore, walSegments } from './wal-segments.ts';

const MB = 1024 * 1024;
const label = (lsn: string, file: string) =>
  `START WAL LOCATION: ${lsn} (file ${file})\nCHECKPOINT LOCATION: ${lsn}\nBACKUP METHOD: streamed\n`;

describe('walSegments', () => {
  it('returns one segment for a backup within it', () => {
    expect(walSegments(label('0/2000028', '000000010000000000000002'), '0/2000120', 16 * MB)).toEqual([
      '000000010000000000000002',
    ]);
  });

  it('omits the segment that begins where the backup ends', () => {
    expect(walSegments(label('0/2000028', '000000010000000000000002'), '0/4000000', 16 * MB)).toEqual([
      '000000010000000000000002',
      '000000010000000000000003',
    ]);
  });

  it('continues in the next log file after the last segment of one', () => {
    expect(walSegments(label('1/FF000000', '0000000300000001000000FF'), '2/1000001', 16 * MB)).toEqual([
      '0000000300000001000000FF',
      '000000030000000200000000',
      '000000030000000200000001',
    ]);
  });

  it('uses the size of the segments', () => {
    expect(walSegments(label('0/40000000', '000000010000000000000001'), '0/80000001', 1024 * MB)).toEqual([
      '000000010000000000000001',
      '000000010000000000000002',
    ]);
  });

  it('rejects a label without a start, and an invalid position', () => {
    expect(() => walSegments('', '0/1', 16 * MB)).toThrow('names no start');
    expect(() => walSegments(label('0/2000028', '000000010000000000000002'), 'x', 16 * MB)).toThrow(
      'position',
    );
  });
});

describe('isBefore', () => {
  const segment = '000000020000000100000003';

  it('is true before the start of the segment, and false within and after it', () => {
    expect(isBefore('1/2FFFFFF', segment, 16 * MB)).toBe(true);
    expect(isBefore('1/3000000', segment, 16 * MB)).toBe(true);
    expect(isBefore('1/3000028', segment, 16 * MB)).toBe(false);
    expect(isBefore('2/0', segment, 16 * MB)).toBe(false);
  });
});
