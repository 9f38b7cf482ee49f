// Tests the next turn: chosen by the driven distance, named by its street, and never the turn just made.

import { measureLine } from '@kerb/domain/geo';
import { describe, expect, it } from 'vitest';
import { isOffWay, progressOn, streetOf, turnsAhead, turnsOf } from './next-turn.ts';

const way = measureLine([
  { lat: -34.9, lng: -56.2 },
  { lat: -34.9, lng: -56.19 },
  { lat: -34.89, lng: -56.19 },
]);
const maneuver = (type: string, instruction: string, begin: number) => ({
  type,
  instruction,
  begin,
  distance_in_km: 0,
  time_in_secs: 0,
});
const turns = turnsOf(
  [
    maneuver('depart', 'Drive east on Colonia.', 0),
    maneuver('left', 'Turn left onto Doctor Joaquín Requena.', 1),
    maneuver('arrive', 'Your destination is on the left.', 2),
  ],
  way,
);

describe('turns', () => {
  it('have the kind and the street of the directions', () => {
    expect(turns.map(({ type, street }) => [type, street])).toEqual([
      ['depart', 'Colonia'],
      ['left', 'Doctor Joaquín Requena'],
      ['arrive', ''],
    ]);
  });

  it('extract the street from every kind of instruction', () => {
    expect(streetOf('Enter the roundabout and take the 2nd exit onto Bulevar Artigas.')).toBe(
      'Bulevar Artigas',
    );
    expect(streetOf('Keep right to take the ramp toward Rambla.')).toBe('Rambla');
    expect(streetOf('Turn right onto Ruta 5/Avenida Garzón. Continue on Ruta 5.')).toBe('Ruta 5');
    expect(streetOf('Make a U-turn.')).toBe('');
  });

  it('treat an unknown kind as going straight on', () => {
    expect(turnsOf([maneuver('teleport', '', 0)], way)[0]?.type).toBe('straight');
  });
});

describe('the next turn', () => {
  it('is the first remaining one, without the departure', () => {
    expect(turnsAhead(turns, 0)[0]?.type).toBe('left');
  });

  it('is the following one while a turn is being made', () => {
    const corner = turns[1]?.atKm ?? 0;
    expect(turnsAhead(turns, corner - 0.02)[0]?.type).toBe('left');
    expect(turnsAhead(turns, corner - 0.01)[0]?.type).toBe('arrive');
  });

  it('remains the arrival to the end', () => {
    expect(turnsAhead(turns, way.totalKm)[0]?.type).toBe('arrive');
  });
});

describe('progress', () => {
  it('scales the remaining distance and time in proportion', () => {
    const half = progressOn(way, 300, { lat: -34.9, lng: -56.19 });
    expect(half?.leftKm).toBeCloseTo(1.112, 2);
    expect(half?.leftSecs).toBe(165);
    expect(progressOn(way, 300, { lat: -34.89, lng: -56.19 })?.leftSecs).toBe(0);
  });

  it('detects a car that has left its route', () => {
    const off = progressOn(way, 300, { lat: -34.902, lng: -56.195 });
    expect(off && isOffWay(off)).toBe(true);
    const near = progressOn(way, 300, { lat: -34.9003, lng: -56.195 });
    expect(near && isOffWay(near)).toBe(false);
  });
});
