// Tests that a picture's format is detected from its first bytes, and that similar bytes are rejected.
import { expect, it } from 'vitest';
import { pictureFormat } from './picture-format.ts';

const rest = '\0'.repeat(20);
const bytes = (text: string): Buffer => Buffer.from(text + rest, 'latin1');

it.each([
  ['jpeg', '\xff\xd8\xff\xe0'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
  ['avif', '\0\0\0\x1cftypavif\0\0\0\0'],
  ['avif', '\0\0\0\x1cftypmif1\0\0\0\0miafavif'],
] as const)('%s', (format, start) => {
  expect(pictureFormat(bytes(start))).toBe(format);
});

it.each([
  ['GIF89a'],
  ['%PDF-1.7'],
  ['<svg xmlns="http://www.w3.org/2000/svg">'],
  ['RIFF\x10\0\0\0WAVEfmt '],
  // Other brand, or the brand at the position of the version.
  ['\0\0\0\x1cftypheic\0\0\0\0mif1heic'],
  ['\0\0\0\x10ftypmif1avif'],
  ['\0\0\0\x10ftypmif1\0\0\0\0avif'],
  ['\x89PNG'],
  [' \xff\xd8\xff'],
])('none: %j', (start) => {
  expect(pictureFormat(bytes(start))).toBeNull();
});

it('detects no format in data that is too short', () => {
  expect([Buffer.alloc(0), Buffer.from([0xff, 0xd8, 0xff])].map(pictureFormat)).toEqual([null, null]);
});
