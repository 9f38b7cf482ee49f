// Creates the car icon for the map: the car seen from above, pointing north, as an image that the map rotates.

export const carIconName = 'kerb-car';

/** Size of the image in device pixels, two per CSS px. */
export const carImage = { width: 70, height: 98, pixelRatio: 2 } as const;

/** The scale of the image for a car of this length in CSS px; a car of 35 px is 25 px wide. */
export const carIconScale = (length: number): number => length / (carImage.height / carImage.pixelRatio);

const { width, height } = carImage;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="-3 -1 ${width} ${height}"><g stroke="#fff" stroke-width="4" stroke-linejoin="round"><rect x="10" y="6" width="44" height="84" rx="18" fill="#14171F"/></g><path d="M16 32q16-9 32 0l-4 13q-12-4-24 0z" fill="#9FB3C8"/><path d="M19 72q13 5 26 0l3 9q-16 7-32 0z" fill="#6F8296"/><rect x="21" y="47" width="22" height="22" rx="5" fill="#FFC400"/><circle cx="19" cy="13" r="3.4" fill="#FFE9A8"/><circle cx="45" cy="13" r="3.4" fill="#FFE9A8"/></svg>`;

/** Scale of the image by zoom level, on maps with few cars; interpolated linearly between two levels. */
export const carSizes = [
  { zoom: 10, size: 0.42 },
  { zoom: 14, size: 0.8 },
  { zoom: 18, size: 1.15 },
] as const;

/** The scale at a zoom level, interpolated in the same way as by MapLibre. */
export function carSizeAt(zoom: number): number {
  const [least, middle, most] = carSizes;
  const [from, to] = zoom < middle.zoom ? [least, middle] : [middle, most];
  const fraction = Math.min(1, Math.max(0, (zoom - from.zoom) / (to.zoom - from.zoom)));
  return from.size + (to.size - from.size) * fraction;
}

export function createCarImage(): HTMLImageElement {
  const image = new Image(width, height);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return image;
}

export async function loadCarIcon(): Promise<HTMLImageElement> {
  const image = createCarImage();
  await image.decode();
  return image;
}
