// Tests the map features of an offer round's candidates: group, label and highlight.
import { expect, it } from 'vitest';
import { type CandidateOnMap, candidateFeatures, groupOf } from './candidate-features.ts';

const at = (driver: string, group: CandidateOnMap['group']): CandidateOnMap => ({
  driver,
  group,
  position: { lat: -34.9, lng: -56.1 },
  label: '4 min',
});

it('assigns candidates to groups: offered, eligible without an offer, and ineligible', () => {
  expect(groupOf({ asked: true, gate: null })).toBe('asked');
  expect(groupOf({ asked: false, gate: null })).toBe('eligible');
  expect(groupOf({ asked: false, gate: 'busy' })).toBe('ineligible');
});

it('draws the highlighted candidate over the others, then those with an offer', () => {
  const { features } = candidateFeatures([at('a', 'asked'), at('b', 'ineligible'), at('c', 'eligible')], 'b');
  expect(features.map(({ properties }) => [properties.id, properties.chosen])).toEqual([
    ['a', false],
    ['b', true],
    ['c', false],
  ]);
  const drawn = features.toSorted((one, other) => one.properties.rank - other.properties.rank);
  expect(drawn.map(({ properties }) => properties.id)).toEqual(['c', 'a', 'b']);
  expect(features[0]).toMatchObject({
    properties: { group: 'asked', label: '4 min' },
    geometry: { type: 'Point', coordinates: [-56.1, -34.9] },
  });
});
