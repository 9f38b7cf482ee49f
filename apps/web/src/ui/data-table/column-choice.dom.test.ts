// Tests the stored choice of columns, and the handling of invalid values.
import { beforeEach, describe, expect, it } from 'vitest';
import { readColumnChoice, rememberColumnChoice } from './column-choice.ts';

beforeEach(() => window.localStorage.clear());

describe('the stored choice of columns', () => {
  it('is remembered for each table apart', () => {
    rememberColumnChoice('riders', { email: false });
    expect(readColumnChoice('riders')).toEqual({ email: false });
    expect(readColumnChoice('drivers')).toEqual({});
  });

  it('is deleted when it is empty', () => {
    rememberColumnChoice('riders', { email: false });
    rememberColumnChoice('riders', {});
    expect(window.localStorage.length).toBe(0);
  });

  it.each(['{', 'null', '[true]', '{"email":"yes"}', '7'])('is empty when %s is stored', (stored) => {
    window.localStorage.setItem('kerb.columns.riders', stored);
    expect(readColumnChoice('riders')).toEqual({});
  });
});
