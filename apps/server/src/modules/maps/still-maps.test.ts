// Tests of the still pictures of the city: contents and positions, caching, and the change of the city in use.
import { describe, expect, it } from 'vitest';
import { drawStillMap } from './draw-still-map.ts';
import type { MapFeature } from './features-in-box.ts';
import { createStillMaps } from './still-maps.ts';
import { palettes } from './style/palette.ts';

const centre = { lat: -34.9, lng: -56.18 };
const east = (degrees: number) => ({ lat: centre.lat, lng: centre.lng + degrees });
const road = (name: string, from: number, to: number): MapFeature => ({
  kind: 'line',
  layer: 'road',
  class: name,
  points: [east(from), east(to)],
});
const lake: MapFeature = {
  kind: 'area',
  layer: 'water',
  rings: [[east(0.01), east(0.02), { lat: -34.91, lng: -56.16 }, east(0.01)]],
};
const draw = (features: readonly MapFeature[], more = {}) =>
  drawStillMap({ centre, theme: 'light', size: 'small', ...more }, async () => features);
const pathsIn = (svg: string) => [...svg.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);

describe('the picture', () => {
  it('is centred, in half pixels at the initial zoom of the map', async () => {
    // At zoom 12.5 a degree is 512 × 2^12.5 / 360 pixels wide.
    const svg = await draw([road('primary', 0, 0.01)]);
    const length = Math.round(((512 * 2 ** 12.5) / 360) * 0.01 * 2);
    expect(svg).toContain('width="800" height="600" viewBox="0 0 1600 1200"');
    expect(svg).toContain(`<path id="primary" d="M800 600l${length} 0"/>`);
  });

  it('requests the features of its box, and leaves out those outside or too small to be visible', async () => {
    const boxes: unknown[] = [];
    const features = [road('minor', 1, 1.2), road('minor', 0, 0.0001), road('path', 0, 0.01)];
    const svg = await drawStillMap({ centre, theme: 'light', size: 'small' }, async (box) => {
      boxes.push(box);
      return features;
    });
    expect(pathsIn(svg).filter(Boolean)).toEqual([]);
    const half = (400 / (512 * 2 ** 12.5)) * 360;
    expect(boxes).toEqual([
      {
        west: expect.closeTo(centre.lng - half, 6),
        east: expect.closeTo(centre.lng + half, 6),
        north: expect.closeTo(centre.lat + 0.03, 3),
        south: expect.closeTo(centre.lat - 0.03, 3),
      },
    ]);
  });

  it('of the region has the zoom of the board, and leaves out the roads that are too narrow there', async () => {
    const svg = await draw([road('primary', 0, 0.1), road('minor', 0, 0.1)], { size: 'region' });
    const length = Math.round(((512 * 2 ** 10) / 360) * 0.1 * 2);
    expect(svg).toContain('width="2000" height="1200" viewBox="0 0 4000 2400"');
    expect(svg).toContain(`<path id="primary" d="M2000 1200l${length} 0"/>`);
    expect(svg).not.toContain('minor');
  });

  it('fills an area that two tiles contain', async () => {
    const svg = await draw([lake, lake]);
    expect(svg).not.toContain('evenodd');
  });

  it('uses the colours of the map in each theme', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const svg = await draw([lake, road('primary', 0, 0.01)], { theme });
      expect(svg).toMatch(new RegExp(`fill="${palettes[theme].water}"[^>]* d="M[^"]+Z"`));
      expect(svg).toContain(`stroke="${palettes[theme].main}"`);
    }
  });
});

describe('the pictures of a city', () => {
  function ofCity() {
    const city = { id: 1, center: centre };
    let isBroken = false;
    let readings = 0;
    const stills = createStillMaps({
      city: () => city,
      featuresIn: async () => {
        readings += 1;
        if (isBroken) throw new Error('A tile cannot be read');
        return [lake];
      },
    });
    return {
      stills,
      city,
      readings: () => readings,
      breakTiles: (broken: boolean) => {
        isBroken = broken;
      },
    };
  }

  it('are drawn once for each theme and size, also when requested at the same time', async () => {
    const { stills, readings } = ofCity();
    const both = await Promise.all([stills.picture('light', 'small'), stills.picture('light', 'small')]);
    expect(both[0]).toBe(both[1]);
    await stills.picture('dark', 'small');
    await stills.picture('light', 'wide');
    await stills.picture('light', 'small');
    expect(readings()).toBe(3);
  });

  it('are drawn again when the city changes', async () => {
    const { stills, city, readings } = ofCity();
    await stills.picture('light', 'small');
    city.id = 2;
    await stills.picture('light', 'small');
    expect(readings()).toBe(2);
  });

  it('are drawn again after a failure', async () => {
    const { stills, breakTiles } = ofCity();
    breakTiles(true);
    await expect(stills.picture('light', 'small')).rejects.toThrow('A tile cannot be read');
    breakTiles(false);
    expect(String(await stills.picture('light', 'small'))).toContain('<svg');
  });
});
