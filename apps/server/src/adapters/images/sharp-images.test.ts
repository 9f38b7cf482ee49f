// Tests that pictures are rotated upright, scaled down and stripped of metadata, and that invalid or malicious files
// are rejected.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { createTurns } from '../../kit/take-turns.ts';
import { createSharpImages } from './sharp-images.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
/** A picture whose left half is red and right half blue. */
const halves = (width: number, height: number) =>
  plain(width, height).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: { r: 20, g: 20, b: 220 } } },
      left: width / 2,
      top: 0,
    },
  ]);
const gps = { IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '34/1 54/1 0/1', GPSLongitudeRef: 'W' } };
const jpeg = await plain(60, 40).jpeg().toBuffer();
const located = await plain(60, 40)
  .withExif({ ...gps, IFD0: { Copyright: 'the photographer' } })
  .jpeg()
  .toBuffer();
const large = await halves(1600, 1200).jpeg().toBuffer();
const gif = await plain(20, 20).gif().toBuffer();
const turned = await halves(60, 40).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer();
const animation = await sharp([await plain(30, 30).png().toBuffer(), await halves(30, 30).png().toBuffer()], {
  join: { animated: true },
})
  .webp({ delay: [100, 100] })
  .toBuffer();
const others = await Promise.all([
  plain(50, 30).png().toBuffer(),
  plain(50, 30).webp().toBuffer(),
  plain(50, 30).avif().toBuffer(),
  plain(50, 30).tiff().toBuffer(),
]);

const images = createSharpImages();
const reencode = (bytes: Buffer, maxEdge = 1600) => images.reencode(bytes, { maxEdge });
const metadataOf = async (bytes: Buffer) => sharp((await reencode(bytes)).bytes).metadata();
const code = (expected: string) => expect.objectContaining({ code: expected });

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
/** A small PNG file that declares and decodes to `width` × `height` grey pixels. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const little = (size: 2 | 4, values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * size);
  for (const [index, value] of values.entries()) bytes.writeUIntLE(value, index * size, size);
  return bytes;
};
/** A TIFF file with the given channels and bits per channel; all rows share the same few bytes. */
function tiffOf(edge: number, channels: number, bits: number): Buffer {
  const row = deflateSync(Buffer.alloc((edge * channels * bits) / 8), { level: 9 });
  const start = 8 + 2 + 9 * 12 + 4;
  const parts = [little(2, Array<number>(channels).fill(bits)), row];
  const rowAt = start + channels * 2;
  parts.push(little(4, Array<number>(edge).fill(rowAt)), little(4, Array<number>(edge).fill(row.length)));
  const offsetsAt = rowAt + row.length;
  const entries: [tag: number, type: 3 | 4, count: number, value: number][] = [
    [256, 4, 1, edge],
    [257, 4, 1, edge],
    [258, 3, channels, start],
    [259, 3, 1, 8],
    [262, 3, 1, 1],
    [273, 4, edge, offsetsAt],
    [277, 3, 1, channels],
    [278, 4, 1, 1],
    [279, 4, edge, offsetsAt + edge * 4],
  ];
  const directory = entries.map(([tag, type, count, value]) =>
    Buffer.concat([little(2, [tag, type]), little(4, [count, value])]),
  );
  const head = [Buffer.from('II*\0', 'latin1'), little(4, [8]), little(2, [entries.length])];
  return Buffer.concat([...head, ...directory, Buffer.alloc(4), ...parts]);
}

describe('an uploaded picture', () => {
  it('is converted to WebP from any format', async () => {
    for (const one of [jpeg, ...others]) {
      const { bytes, contentType } = await reencode(one);
      expect(contentType).toBe('image/webp');
      expect((await sharp(bytes).metadata()).format).toBe('webp');
    }
  });

  it('loses its location and all other metadata', async () => {
    expect((await sharp(located).metadata()).exif?.toString('latin1')).toContain('the photographer');
    const { bytes } = await reencode(located);
    const { exif, xmp, iptc, icc } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(bytes.toString('latin1')).not.toMatch(/photographer|Exif/);
  });

  it('is rotated to upright pixels, not only marked as rotated', async () => {
    const { bytes } = await reencode(turned);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([40, 60]);
    const pixel = (x: number, y: number) => [...data.subarray((y * 40 + x) * 3, (y * 40 + x) * 3 + 3)];
    expect(pixel(20, 5)[0]).toBeGreaterThan(150);
    expect(pixel(20, 55)[2]).toBeGreaterThan(150);
  });

  it('is scaled down to the requested edge length and never enlarged', async () => {
    const wide = await sharp(
      (await reencode(await plain(3000, 1500).png().toBuffer(), 1000)).bytes,
    ).metadata();
    expect([wide.width, wide.height]).toEqual([1000, 500]);
    const small = await metadataOf(jpeg);
    expect([small.width, small.height]).toEqual([60, 40]);
  });

  it('is reduced to the first frame of an animation', async () => {
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const { pages, width, height } = await metadataOf(animation);
    expect([pages ?? 1, width, height]).toEqual([1, 30, 30]);
  });
});

describe('what is refused', () => {
  it('a small file of thirty million pixels, before decoding it', async () => {
    const bomb = pngOf(6000, 5000);
    expect(bomb.length).toBeLessThan(100_000);
    const started = performance.now();
    await expect(reencode(bomb)).rejects.toEqual(code('image_too_large'));
    expect(performance.now() - started).toBeLessThan(1000);
    await expect(reencode(pngOf(20_000, 10))).rejects.toEqual(code('image_too_large'));
    expect((await reencode(pngOf(5000, 4900))).contentType).toBe('image/webp');
  });

  it('a small file whose pixels have hundreds of channels, before decoding it', async () => {
    const bomb = tiffOf(5000, 300, 16);
    expect(bomb.length).toBeLessThan(100_000);
    const started = performance.now();
    await expect(reencode(bomb)).rejects.toEqual(code('image_unreadable'));
    expect(performance.now() - started).toBeLessThan(1000);
    await expect(reencode(tiffOf(100, 6, 8))).rejects.toEqual(code('image_unreadable'));
    expect((await reencode(tiffOf(100, 3, 16))).contentType).toBe('image/webp');
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('this is not a picture, despite its name')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer')],
    ['a GIF', gif],
    ['the first half of a JPEG', large.subarray(0, large.length / 2)],
    ['measurements of 32 bits', tiffOf(100, 3, 32)],
    ['a PNG cut off', pngOf(300, 300).subarray(0, 60)],
    ['a page that begins like a JPEG', Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1')],
    ['an ISO file that names AVIF', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0avifmif1garbage', 'latin1')],
  ])('%s', async (_what, bytes) => {
    await expect(reencode(bytes)).rejects.toEqual(code('image_unreadable'));
  });

  it('removes data that was appended to a picture', async () => {
    const polyglot = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
    expect((await reencode(polyglot)).bytes.toString('latin1')).not.toMatch(/script|PK/);
  });
});

describe('turns', () => {
  it('runs two at once in order of arrival, queues a few and rejects the rest', async () => {
    const inTurn = createTurns({ atOnce: 2, waiting: 2 });
    const ends: (() => void)[] = [];
    const started: number[] = [];
    const work = (id: number) => () => {
      started.push(id);
      return new Promise<number>((resolve) => ends.push(() => resolve(id)));
    };
    const four = [0, 1, 2, 3].map((id) => inTurn(work(id)));
    await expect(inTurn(work(4))).rejects.toEqual(code('overloaded'));
    expect(started).toEqual([0, 1]);
    ends[1]?.();
    await vi.waitFor(() => expect(started).toEqual([0, 1, 2]));
    ends[0]?.();
    await vi.waitFor(() => expect(started).toEqual([0, 1, 2, 3]));
    ends[2]?.();
    ends[3]?.();
    expect(await Promise.all(four)).toEqual([0, 1, 2, 3]);
  });

  it('starts the next conversion after a failure', async () => {
    const inTurn = createTurns({ atOnce: 1, waiting: 1 });
    const first = inTurn(async () => Promise.reject(new Error('broken')));
    const second = inTurn(async () => 'done');
    await expect(first).rejects.toThrow('broken');
    expect(await second).toBe('done');
  });
});
