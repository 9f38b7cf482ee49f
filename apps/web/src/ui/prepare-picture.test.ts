// Tests what is uploaded for a chosen picture: the file itself, a smaller version, or an error.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitWithin, type PictureTools, preparePicture } from './prepare-picture.ts';

const fileOf = (bytes: number, type: string, name = 'photo') =>
  new File([new Uint8Array(bytes)], name, { type });

function reading(width: number, height: number) {
  const encoded: { width: number; height: number }[] = [];
  const closed: string[] = [];
  const tools: PictureTools = {
    decode: async () => ({
      width,
      height,
      encode: async (size) => {
        encoded.push(size);
        return new Blob(['small'], { type: 'image/jpeg' });
      },
      close: () => closed.push('closed'),
    }),
  };
  return { tools, encoded, closed };
}
const unreadable: PictureTools = {
  decode: async () => {
    throw new DOMException('The source image could not be decoded.', 'InvalidStateError');
  },
};

describe('the picture to upload', () => {
  it('is the unchanged file when it is small', async () => {
    const { tools, encoded, closed } = reading(1600, 1200);
    const file = fileOf(900_000, 'image/png');
    expect(await preparePicture(file, tools)).toBe(file);
    expect(encoded).toEqual([]);
    expect(closed).toEqual(['closed']);
  });

  it('is scaled down when it is as large as a camera’s', async () => {
    const { tools, encoded, closed } = reading(4032, 3024);
    const sent = await preparePicture(fileOf(5_000_000, 'image/jpeg'), tools);
    expect(sent.type).toBe('image/jpeg');
    expect(encoded).toEqual([{ width: 2000, height: 1500 }]);
    expect(closed).toEqual(['closed']);
  });

  it('is encoded again when its file size is high for its dimensions', async () => {
    const { tools, encoded } = reading(1000, 800);
    await preparePicture(fileOf(4_000_000, 'image/png'), tools);
    expect(encoded).toEqual([{ width: 1000, height: 800 }]);
  });

  it('is sent unchanged when only the server can decode it', async () => {
    const heic = fileOf(2_000_000, '', 'IMG_0012.HEIC');
    expect(await preparePicture(heic, unreadable)).toBe(heic);
  });

  it('is rejected when it is not an image, regardless of its name', async () => {
    const refused = { code: 'image_unreadable' };
    await expect(preparePicture(fileOf(10, 'image/jpeg'), unreadable)).rejects.toMatchObject(refused);
    await expect(preparePicture(fileOf(10, 'application/pdf'))).rejects.toMatchObject(refused);
    await expect(preparePicture(fileOf(10, '', 'notes.txt'))).rejects.toMatchObject(refused);
    await expect(preparePicture(fileOf(10, 'image/svg+xml'))).rejects.toMatchObject(refused);
  });

  it('is rejected without decoding when it is far too large', async () => {
    const { tools, closed } = reading(10, 10);
    const file = fileOf(1, 'image/jpeg');
    Object.defineProperty(file, 'size', { value: 61 * 1024 * 1024 });
    await expect(preparePicture(file, tools)).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(closed).toEqual([]);
  });
});

it('scales any size to fit the edge, in proportion and never enlarged', () => {
  const px = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(px, px, (width, height) => {
      const fitted = fitWithin({ width, height }, 2000);
      expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(2000);
      expect(Math.min(fitted.width, fitted.height)).toBeGreaterThanOrEqual(1);
      if (Math.max(width, height) <= 2000) expect(fitted).toEqual({ width, height });
    }),
  );
});
