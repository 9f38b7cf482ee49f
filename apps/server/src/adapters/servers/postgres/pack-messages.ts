// Packs messages to other servers into as few PostgreSQL notifications as possible, each limited to less than 8000
// bytes.

const MAX_BYTES = 7900;

/**
 * `messages` contains JSON texts. Each result is a JSON text `{"from": …, "said": […]}` of at most 7900 bytes. A
 * message that is too long for a notification of its own is dropped.
 */
export function packMessages(from: string, messages: readonly string[]): string[] {
  const wrap = (parts: readonly string[]) => `{"from":${JSON.stringify(from)},"said":[${parts.join(',')}]}`;
  const room = MAX_BYTES - Buffer.byteLength(wrap([]));
  const packed: string[] = [];
  let parts: string[] = [];
  let bytes = 0;
  for (const part of messages) {
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
