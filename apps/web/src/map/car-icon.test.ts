// The drawn car has the size of the specification's marker, whole in its picture.
import { expect, it } from 'vitest';
import { carIconScale, carImage } from './car-icon.ts';

it('a car 35 px long is 25 px wide', () => {
  const scale = carIconScale(35) / carImage.pixelRatio;
  expect(carImage.height * scale).toBeCloseTo(35, 10);
  expect(carImage.width * scale).toBeCloseTo(25, 10);
});
