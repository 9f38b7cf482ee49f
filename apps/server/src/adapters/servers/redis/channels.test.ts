// A city has a channel for each of its cells, every channel is subscribed, and one slot carries all of a group.
import { expect, it } from 'vitest';
import { createChannels, GROUPS } from './channels.ts';

const channels = createChannels('test');
const plaza = { lat: -34.9058, lng: -56.1913 };

it('places of one cell share a channel, and neighbours do not', () => {
  const { name } = channels.channelOf(plaza);
  expect(channels.channelOf({ lat: plaza.lat + 0.001, lng: plaza.lng }).name).toBe(name);
  for (const [lat, lng] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const)
    expect(channels.channelOf({ lat: plaza.lat + lat / 32, lng: plaza.lng + lng / 32 }).name).not.toBe(name);
});

it('the cells of a city of 50 km have a channel each', () => {
  const names = new Set<string>();
  for (let row = 0; row < 15; row += 1)
    for (let column = 0; column < 15; column += 1)
      names.add(channels.channelOf({ lat: plaza.lat + row / 32, lng: plaza.lng + column / 32 }).name);
  expect(names.size).toBe(15 * 15);
});

it('every channel is in the group that it names, on both sides of the equator and of the date line', () => {
  for (const lat of [-89.99, -34.9, -0.001, 0, 0.001, 51.5, 90])
    for (const lng of [-180, -56.2, -0.001, 0, 0.001, 179.99, 180]) {
      const { name, group } = channels.channelOf({ lat, lng });
      expect(channels.groups[group]?.messages).toContain(name);
      expect(name).toContain(`:{${group}}:`);
    }
  const moments = channels.channelOf(null);
  expect(channels.groups[moments.group]?.messages).toContain(moments.name);
});

it('heartbeats have channels of their own, in the slot of their group', () => {
  expect(channels.groups).toHaveLength(GROUPS);
  for (const [group, { beat, messages }] of channels.groups.entries()) {
    expect(beat).toContain(`:{${group}}:`);
    expect(messages).not.toContain(beat);
    expect(channels.groupOfBeat(beat)).toBe(group);
  }
  expect(channels.groupOfBeat(channels.channelOf(null).name)).toBeUndefined();
});
