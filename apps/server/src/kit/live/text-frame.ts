// Encodes a text as a WebSocket message, once for all sockets that receive it.

const FINAL_TEXT_FRAME = 0x81;
const MAX_SHORT_BYTES = 125;
const LENGTH_OF_16_BITS = 126;
const LENGTH_OF_64_BITS = 127;

function headerFor(bytes: number): Buffer {
  if (bytes <= MAX_SHORT_BYTES) return Buffer.from([FINAL_TEXT_FRAME, bytes]);
  if (bytes < 2 ** 16) {
    const header = Buffer.from([FINAL_TEXT_FRAME, LENGTH_OF_16_BITS, 0, 0]);
    header.writeUInt16BE(bytes, 2);
    return header;
  }
  const header = Buffer.from([FINAL_TEXT_FRAME, LENGTH_OF_64_BITS, 0, 0, 0, 0, 0, 0, 0, 0]);
  header.writeBigUInt64BE(BigInt(bytes), 2);
  return header;
}

/**
 * The bytes of a text message from a server: one frame, uncompressed and without a mask.
 * https://www.rfc-editor.org/rfc/rfc6455#section-5.2
 */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([headerFor(payload.length), payload]);
}
