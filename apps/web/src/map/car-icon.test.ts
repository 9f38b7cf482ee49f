// Tests that the car icon has the size of the specification's marker and fits into its image.
import { expect, it } from 'vitest';
import { carIconScale, carImage, carSizeAt } from './car-icon.ts';

it('draws a car 35 px long and 25 px wide', () => {
  const scale = carIconScale(35) / carImage.pixelRatio;
  expect(carImage.height * scale).toBeCloseTo(35, 10);
  expect(carImage.width * scale).toBeCloseTo(25, 10);
});

it('scales a car with the zoom, between a minimum and a maximum size', () => {
  expect([5, 10, 12, 14, 16, 18, 20].map(carSizeAt)).toEqual([
    0.42,
    0.42,
    expect.closeTo(0.61),
    0.8,
    expect.closeTo(0.975),
    expect.closeTo(1.15),
    expect.closeTo(1.15),
  ]);
});
