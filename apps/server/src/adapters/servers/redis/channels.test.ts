// Tests the channels: a channel for each cell of a city, all of them subscribed, and one hash slot for each group.
import { expect, it } from 'vitest';
import { createChannels, GROUPS } from './channels.ts';

const channels = createChannels('test');
const plaza = { lat: -34.9058, lng: -56.1913 };

it('places in one cell share a channel, and neighbouring cells have different ones', () => {
  const { name } = channels.cellOf(plaza);
  expect(channels.cellOf({ lat: plaza.lat + 0.001, lng: plaza.lng }).name).toBe(name);
  for (const [lat, lng] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const)
    expect(channels.cellOf({ lat: plaza.lat + lat / 32, lng: plaza.lng + lng / 32 }).name).not.toBe(name);
});

it('the cells of a city of 50 km have a channel each', () => {
  const names = new Set<string>();
  for (let row = 0; row < 15; row += 1)
    for (let column = 0; column < 15; column += 1)
      names.add(channels.cellOf({ lat: plaza.lat + row / 32, lng: plaza.lng + column / 32 }).name);
  expect(names.size).toBe(15 * 15);
});

it('every channel is in the group that it names, on both sides of the equator and of the date line', () => {
  for (const lat of [-89.99, -34.9, -0.001, 0, 0.001, 51.5, 90])
    for (const lng of [-180, -56.2, -0.001, 0, 0.001, 179.99, 180]) {
      const { name, group } = channels.cellOf({ lat, lng });
      expect(channels.groups[group]?.messages).toContain(name);
      expect(name).toContain(`:{${group}}:`);
    }
  const moments = channels.moments;
  expect(channels.groups[moments.group]?.messages).toContain(moments.name);
});

it('heartbeats have separate channels, in the slot of their group', () => {
  expect(channels.groups).toHaveLength(GROUPS);
  for (const [group, { beat, messages }] of channels.groups.entries()) {
    expect(beat).toContain(`:{${group}}:`);
    expect(messages).not.toContain(beat);
    expect(channels.groupOfBeat(beat)).toBe(group);
  }
  expect(channels.groupOfBeat(channels.moments.name)).toBeUndefined();
});

it('the cells of a circle cover all places in it, and few outside it', () => {
  for (const lat of [-88.5, -34.9, -0.01, 0.02, 60.2, 89.5])
    for (const lng of [-179.99, -56.2, 0, 179.99])
      for (const radiusKm of [0.5, 3, 12]) {
        const cells = new Set(channels.cellsIn({ lat, lng, radiusKm }));
        for (let step = 0; step < 64; step += 1) {
          const angle = (step / 64) * 2 * Math.PI;
          const north = (radiusKm / 111.3) * Math.cos(angle);
          const east = ((radiusKm / 111.3) * Math.sin(angle)) / Math.cos((lat * Math.PI) / 180);
          expect(cells).toContain(channels.cellOf({ lat: lat + north, lng: lng + east }));
        }
      }
  expect(channels.cellsIn({ ...plaza, radiusKm: 1 }).length).toBeLessThanOrEqual(4);
  expect(channels.cellsIn({ ...plaza, radiusKm: 60 })).toHaveLength(256);
  expect(channels.cellsIn('everywhere')).toHaveLength(256);
});

it('the stored data of a cell is in the slot of its channel, and keys are spread over all slots', () => {
  const cell = channels.cellOf(plaza);
  expect(channels.cellHash(cell, 'car', 7)).toContain(`:{${cell.group}}:`);
  const groups = Array.from({ length: 400 }, (_, index) => channels.groupOfKey(`driver-${index}`));
  for (let group = 0; group < GROUPS; group += 1) {
    expect(groups.filter((one) => one === group).length).toBeGreaterThan(20);
    expect(channels.keyHash(group, 'car', 7)).toContain(`:{${group}}:`);
  }
});
