// Prepares a chosen picture for the upload: upright and at most 2000 px, so that a phone's photo uploads quickly.

type PictureProblem = 'image_unreadable' | 'payload_too_large';

export class PictureError extends Error {
  readonly code: PictureProblem;
  constructor(code: PictureProblem) {
    super(code);
    this.name = 'PictureError';
    this.code = code;
  }
}

/** Image functions of the browser, injected so that tests can run without them. */
export interface PictureTools {
  /** Rejects files that the browser cannot decode. */
  decode(file: Blob): Promise<Decoded>;
}

interface Decoded {
  readonly width: number;
  readonly height: number;
  /** Encodes a JPEG of the given size, on a white background. */
  encode(size: Size): Promise<Blob>;
  close(): void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const maxEdge = 2000;
/** Files up to this many bytes are uploaded unchanged, if their dimensions fit. */
const maxUnchangedBytes = 1_500_000;
/** Larger files are rejected, because decoding them could exhaust the phone's memory. */
const maxDecodedBytes = 60 * 1024 * 1024;

/** Scales a size down to fit within `edge` px, with the same aspect ratio and at least one pixel per side. */
export function fitWithin({ width, height }: Size, edge: number): Size {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

// Photo formats of some phones that not every browser can decode; the server decodes all of them.
const readByServer = /^image\/(heic|heif|avif|tiff)$/;

function typeOf(file: File): string {
  if (file.type !== '') return file.type;
  return /\.(heic|heif)$/i.test(file.name) ? 'image/heic' : '';
}

/** Returns the picture to upload; rejects with a PictureError, whose `code` is the text key of the problem. */
export async function preparePicture(file: File, tools: PictureTools = browserTools): Promise<Blob> {
  const type = typeOf(file);
  if (!type.startsWith('image/') || type === 'image/svg+xml') throw new PictureError('image_unreadable');
  if (file.size > maxDecodedBytes) throw new PictureError('payload_too_large');
  let picture: Decoded;
  try {
    picture = await tools.decode(file);
  } catch {
    if (!readByServer.test(type)) throw new PictureError('image_unreadable');
    return file;
  }
  try {
    const size = fitWithin(picture, maxEdge);
    if (size.width === picture.width && file.size <= maxUnchangedBytes) return file;
    return await picture.encode(size);
  } finally {
    picture.close();
  }
}

const browserTools: PictureTools = {
  async decode(file) {
    const bitmap = await createImageBitmap(file);
    return {
      width: bitmap.width,
      height: bitmap.height,
      encode: (size) => encode(bitmap, size),
      close: () => bitmap.close(),
    };
  },
};

function encode(bitmap: ImageBitmap, { width, height }: Size): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new PictureError('image_unreadable');
  // JPEG has no transparency; without this, transparent pixels would become black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new PictureError('image_unreadable'))),
      'image/jpeg',
      0.86,
    ),
  );
}
