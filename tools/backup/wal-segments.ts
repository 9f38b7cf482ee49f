// Computes names of WAL segments: timeline, log file and segment within it, eight hexadecimal digits each.

const START = /^START WAL LOCATION: ([0-9A-F]+\/[0-9A-F]+) \(file ([0-9A-F]{8})[0-9A-F]{16}\)$/m;
const BYTES_OF_LOG_FILE = 0x1_0000_0000n;

/** Converts a WAL position (LSN) such as 0/2000028 to bytes. Throws for invalid text. */
function bytesOf(lsn: string): bigint {
  const [high, low] = lsn.split('/');
  if (high === undefined || low === undefined) throw new Error(`${lsn} is no position in the WAL`);
  return BigInt(`0x${high}`) * BYTES_OF_LOG_FILE + BigInt(`0x${low}`);
}

const hex = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, '0');

/**
 * Returns the names of all segments of a backup in order. `label` is the content of backup_label, which contains the
 * start; `end` is the position after the last record; `segmentBytes` is the size of a segment. Throws when the label
 * contains no start.
 */
export function walSegments(label: string, end: string, segmentBytes: number): string[] {
  const [, start, timeline] = START.exec(label) ?? [];
  if (start === undefined || timeline === undefined) throw new Error('backup_label names no start');
  const size = BigInt(segmentBytes);
  const perLogFile = BYTES_OF_LOG_FILE / size;
  const last = (bytesOf(end) - 1n) / size;
  const names: string[] = [];
  for (let segment = bytesOf(start) / size; segment <= last; segment += 1n)
    names.push(`${timeline}${hex(segment / perLogFile)}${hex(segment % perLogFile)}`);
  return names;
}

/** Returns whether a replay that ended at `position` read nothing of the segment. */
export function isBefore(position: string, segment: string, segmentBytes: number): boolean {
  const size = BigInt(segmentBytes);
  const perLogFile = BYTES_OF_LOG_FILE / size;
  const number = BigInt(`0x${segment.slice(8, 16)}`) * perLogFile + BigInt(`0x${segment.slice(16)}`);
  return bytesOf(position) <= number * size;
}
