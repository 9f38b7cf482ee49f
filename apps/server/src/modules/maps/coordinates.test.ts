// Tests of parsing coordinates: exact values, and rejected texts.
import { DomainError } from '@kerb/domain/kernel';
import { describe, expect, it } from 'vitest';
import { latLngOf, latLngsOf } from './coordinates.ts';

describe('coordinates in text', () => {
  it('reads one pair and several', () => {
    expect(latLngOf('-34.9058, -56.1913')).toEqual({ lat: -34.9058, lng: -56.1913 });
    expect(latLngsOf('-34.9,-56.1|-34.8,-56.2')).toEqual([
      { lat: -34.9, lng: -56.1 },
      { lat: -34.8, lng: -56.2 },
    ]);
    expect(latLngsOf('')).toEqual([]);
  });

  it.each(['', ',', '1,', '1,2,3', 'a,b', '91,0', '0,181', '1;2'])('refuses %j', (text) => {
    expect(() => latLngOf(text)).toThrow(DomainError);
  });

  it('rejects more points than a trip may have', () => {
    expect(() => latLngsOf(Array.from({ length: 51 }, () => '0,0').join('|'))).toThrow(DomainError);
  });
});
