// Puts what a server says to the others into as few notifications as hold it: PostgreSQL takes less than 8000 bytes in one.

const MOST_BYTES = 7900;

/**
 * `said` are JSON texts; each answer is JSON, `{"from": …, "said": […]}`, of at most 7900 bytes. What is too long for
 * a notification of its own is left out.
 */
export function packMessages(from: string, said: readonly string[]): string[] {
  const wrap = (parts: readonly string[]) => `{"from":${JSON.stringify(from)},"said":[${parts.join(',')}]}`;
  const room = MOST_BYTES - Buffer.byteLength(wrap([]));
  const packed: string[] = [];
  let parts: string[] = [];
  let bytes = 0;
  for (const part of said) {
    const more = Buffer.byteLength(part) + 1;
    if (more > room) continue;
    if (bytes + more > room) {
      packed.push(wrap(parts));
      parts = [];
      bytes = 0;
    }
    parts.push(part);
    bytes += more;
  }
  if (parts.length > 0) packed.push(wrap(parts));
  return packed;
}
