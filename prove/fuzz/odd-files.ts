// Generates files for uploads: pictures and documents that are truncated, damaged or have wrong sizes, in malformed
// forms.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { type Draw, pick } from './change-input.ts';

/** A change of the bytes of a file, or of its form. */
export interface FileChange {
  readonly title: string;
  readonly apply: (upload: FormUpload) => FormUpload;
}

/** A part of a multipart form. */
export interface FormPart {
  readonly head: string;
  readonly body: Buffer;
}

export interface FormUpload {
  readonly contentType: string;
  readonly boundary: string;
  readonly parts: readonly FormPart[];
  /** Changes the whole body. */
  readonly finish: (body: Buffer) => Buffer;
}

export const BOUNDARY = 'kerb-fuzz';

export const formOf = (field: string, file: Buffer, type = 'image/png'): FormUpload => ({
  contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  boundary: BOUNDARY,
  parts: [
    {
      head: `content-disposition: form-data; name="${field}"; filename="a.png"\r\ncontent-type: ${type}`,
      body: file,
    },
  ],
  finish: (body) => body,
});

export function bodyOf({ boundary, parts, finish }: FormUpload): Buffer {
  const written = parts.flatMap(({ head, body }) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`, 'latin1'),
    body,
    Buffer.from('\r\n'),
  ]);
  return finish(Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]));
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A grey PNG whose header has these dimensions, with the compressed rows given. */
function pngOf(width: number, height: number, rows: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc((Math.min(width, 30_000) + 1) * rows), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export interface OddFile {
  readonly title: string;
  readonly bytes: Buffer;
  /** True for a file that takes long to decode. */
  readonly isLarge?: boolean;
}

/** Files of all common kinds, and small files that are large when decoded. */
async function createFiles(): Promise<readonly OddFile[]> {
  const plain = sharp({
    create: { width: 90, height: 60, channels: 3, background: { r: 200, g: 30, b: 30 } },
  });
  const located = plain.clone().withExif({ IFD0: { Copyright: 'Proof' } });
  return [
    { title: 'a JPEG', bytes: await plain.clone().jpeg().toBuffer() },
    { title: 'a progressive JPEG', bytes: await plain.clone().jpeg({ progressive: true }).toBuffer() },
    { title: 'a JPEG with Exif', bytes: await located.jpeg().toBuffer() },
    { title: 'a PNG', bytes: await plain.clone().png().toBuffer() },
    { title: 'a PNG with a palette', bytes: await plain.clone().png({ palette: true }).toBuffer() },
    { title: 'a WebP', bytes: await plain.clone().webp().toBuffer() },
    { title: 'an AVIF', bytes: await plain.clone().avif({ effort: 0 }).toBuffer() },
    { title: 'a TIFF', bytes: await plain.clone().tiff().toBuffer() },
    { title: 'a GIF', bytes: await plain.clone().gif().toBuffer() },
    { title: 'an SVG', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>') },
    {
      title: 'a PDF',
      bytes: Buffer.from('%PDF-1.7\n1 0 obj\n<</Type /Catalog /Pages 1 0 R>>\nendobj\n%%EOF'),
    },
    { title: 'no bytes', bytes: Buffer.alloc(0) },
    { title: 'a PNG of 900 million pixels', bytes: pngOf(30_000, 30_000, 400) },
    { title: 'a PNG of 24 million pixels', bytes: pngOf(5_000, 4_900, 4_900), isLarge: true },
    { title: 'a PNG of 2^62 pixels', bytes: pngOf(2 ** 31 - 1, 2 ** 31 - 1, 2) },
  ];
}

let made: Promise<readonly OddFile[]> | undefined;

/** Returns the same files on each call. */
export function makeFiles(): Promise<readonly OddFile[]> {
  made ??= createFiles();
  return made;
}

function changeBytes(title: string, change: (bytes: Buffer) => Buffer): FileChange {
  return {
    title,
    apply: (upload) => ({
      ...upload,
      parts: upload.parts.map((part, index) => (index === 0 ? { ...part, body: change(part.body) } : part)),
    }),
  };
}

function overwritten(bytes: Buffer, at: number, length: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.fill(value, Math.min(at, bytes.length), Math.min(at + length, bytes.length));
  return changed;
}

/** Damages bytes at a random place, mostly at the beginning, where sizes and types are. */
export function drawDamage(draw: Draw, length: number): { title: string; change: (bytes: Buffer) => Buffer } {
  const at = draw(3) === 0 ? draw(Math.max(1, length)) : draw(Math.max(1, Math.min(64, length)));
  const value = pick(draw, [0x00, 0xff, 0x7f, 0x80, 0x0a, draw(256)]) ?? 0;
  const size = 1 + draw(8);
  const kinds: readonly { title: string; change: (bytes: Buffer) => Buffer }[] = [
    { title: `cut after ${at} bytes`, change: (bytes) => bytes.subarray(0, at) },
    { title: `${size} bytes of ${value} at ${at}`, change: (bytes) => overwritten(bytes, at, size, value) },
    {
      title: `${size} bytes left out at ${at}`,
      change: (bytes) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + size)]),
    },
    {
      title: `${size} bytes of ${value} put in at ${at}`,
      change: (bytes) =>
        Buffer.concat([bytes.subarray(0, at), Buffer.alloc(size, value), bytes.subarray(at)]),
    },
    { title: 'written twice', change: (bytes) => Buffer.concat([bytes, bytes]) },
    {
      title: `the rest from ${at} written twice`,
      change: (bytes) => Buffer.concat([bytes, bytes.subarray(at)]),
    },
  ];
  return pick(draw, kinds) ?? { title: 'as it is', change: (bytes) => bytes };
}

const oddNames: readonly string[] = [
  '',
  '__proto__',
  'constructor',
  'image\0',
  '../../etc/passwd',
  'a'.repeat(3_000),
  'image"; name="image',
  'image\r\nx: y',
  '\xff\xfe',
];

const part = (name: string, filename: string | null, body = 'x'): FormPart => ({
  head: `content-disposition: form-data; name="${name}"${filename === null ? '' : `; filename="${filename}"`}`,
  body: Buffer.from(body),
});

const replaceHead = (title: string, change: (head: string) => string): FileChange => ({
  title,
  apply: (upload) => ({
    ...upload,
    parts: upload.parts.map((one, index) => (index === 0 ? { ...one, head: change(one.head) } : one)),
  }),
});

const addParts = (title: string, added: readonly FormPart[], isFirst: boolean): FileChange => ({
  title,
  apply: (upload) => ({
    ...upload,
    parts: isFirst ? [...added, ...upload.parts] : [...upload.parts, ...added],
  }),
});

const declare = (contentType: string): FileChange => ({
  title: `declared as ${contentType.slice(0, 60)}`,
  apply: (upload) => ({ ...upload, contentType }),
});

const finishBody = (title: string, finish: (body: Buffer) => Buffer): FileChange => ({
  title,
  apply: (upload) => ({ ...upload, finish: (body) => finish(upload.finish(body)) }),
});

/** A change of the form around the file. */
function drawFormChange(draw: Draw): FileChange {
  const name = pick(draw, oddNames) ?? '';
  const count = 1 + draw(40);
  const cut = 1 + draw(60);
  const kinds: readonly FileChange[] = [
    replaceHead(`the field ${JSON.stringify(name.slice(0, 30))}`, (head) =>
      head.replace(/name="[^"]*"/, `name="${name}"`),
    ),
    replaceHead(`the file name ${JSON.stringify(name.slice(0, 30))}`, (head) =>
      head.replace(/filename="[^"]*"/, `filename="${name}"`),
    ),
    replaceHead('no file name', (head) => head.replace(/; filename="[^"]*"/, '')),
    replaceHead('no disposition', (head) => head.replace(/^content-disposition[^\r]*\r\n/, '')),
    replaceHead('an odd kind', (head) => head.replace(/content-type: .*/, 'content-type: image/\0png;;=')),
    replaceHead('a header of 20 KB', (head) => `${head}\r\nx-more: ${'y'.repeat(20_000)}`),
    replaceHead('200 headers', (head) => `${head}${'\r\nx-more: y'.repeat(200)}`),
    replaceHead('base64 declared', (head) => `${head}\r\ncontent-transfer-encoding: base64`),
    addParts(`${count} fields before`, Array(count).fill(part(name, null)), true),
    addParts(`${count} fields after`, Array(count).fill(part('field', null)), false),
    addParts(`${count} more files`, Array(count).fill(part('image', 'b.png')), false),
    addParts('a field of 2 MB before', [part('field', null, 'x'.repeat(2_000_000))], true),
    declare('image/png'),
    declare('application/json'),
    declare('multipart/form-data'),
    declare('multipart/form-data; boundary='),
    declare('multipart/mixed; boundary=kerb-fuzz'),
    declare(`multipart/form-data; boundary=${'b'.repeat(2_000)}`),
    declare('multipart/form-data; boundary=other'),
    declare('multipart/form-data; boundary="kerb-fuzz'),
    finishBody(`the end of ${cut} bytes is missing`, (body) => body.subarray(0, -cut)),
    finishBody('lines end with LF alone', (body) =>
      Buffer.from(body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    ),
    finishBody('the form twice', (body) => Buffer.concat([body, body])),
    finishBody('no body', () => Buffer.alloc(0)),
    finishBody('10 KB before the form', (body) => Buffer.concat([Buffer.alloc(10_000, 0x2d), body])),
  ];
  return pick(draw, kinds) ?? declare('image/png');
}

/** One to three changes. */
export function drawFileChanges(draw: Draw, length: number): FileChange[] {
  return Array.from({ length: 1 + (draw(3) === 0 ? 1 + draw(2) : 0) }, () => {
    if (draw(3) === 0) return drawFormChange(draw);
    const { title, change } = drawDamage(draw, length);
    return changeBytes(title, change);
  });
}
