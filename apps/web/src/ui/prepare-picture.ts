// Makes a chosen picture fit to send: upright, at most 2000 px, so that a phone's photo goes up in a moment.

type PictureProblem = 'image_unreadable' | 'payload_too_large';

export class PictureError extends Error {
  readonly code: PictureProblem;
  constructor(code: PictureProblem) {
    super(code);
    this.name = 'PictureError';
    this.code = code;
  }
}

/** What the browser does for it; handed in, so that the rules can be tested without one. */
export interface PictureTools {
  /** Throws for what the browser cannot read. */
  decode(file: Blob): Promise<Decoded>;
}

interface Decoded {
  readonly width: number;
  readonly height: number;
  /** JPEG of the given size, on white. */
  encode(size: Size): Promise<Blob>;
  close(): void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const maxEdge = 2000;
/** Smaller files of fitting size are sent as they are. */
const fineBytes = 1_500_000;
/** Beyond this it is no photo, and decoding it could take the phone's memory. */
const absurdBytes = 60 * 1024 * 1024;

/** The size that fits within `edge` px, in proportion; never larger than it was, never less than one pixel. */
export function fitWithin({ width, height }: Size, edge: number): Size {
  const scale = Math.min(1, edge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

// Some phones keep photos in forms that their browser, but not every browser, can read; the server reads them all.
const readByServer = /^image\/(heic|heif|avif|tiff)$/;

function typeOf(file: File): string {
  if (file.type !== '') return file.type;
  return /\.(heic|heif)$/i.test(file.name) ? 'image/heic' : '';
}

/** The picture to send; throws PictureError with the key of what is wrong with it. */
export async function preparePicture(file: File, tools: PictureTools = browserTools): Promise<Blob> {
  const type = typeOf(file);
  if (!type.startsWith('image/') || type === 'image/svg+xml') throw new PictureError('image_unreadable');
  if (file.size > absurdBytes) throw new PictureError('payload_too_large');
  let picture: Decoded;
  try {
    picture = await tools.decode(file);
  } catch {
    if (!readByServer.test(type)) throw new PictureError('image_unreadable');
    return file;
  }
  try {
    const size = fitWithin(picture, maxEdge);
    if (size.width === picture.width && file.size <= fineBytes) return file;
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
  // JPEG has no transparency; what was see-through becomes white, not black.
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
