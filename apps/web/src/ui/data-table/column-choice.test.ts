// What is kept of chosen columns, and what a broken memory comes to.
import { beforeEach, describe, expect, it } from 'vitest';
import { readColumnChoice, rememberColumnChoice } from './column-choice.ts';

beforeEach(() => window.localStorage.clear());

describe('the choice of columns', () => {
  it('is remembered for each table apart', () => {
    rememberColumnChoice('riders', { email: false });
    expect(readColumnChoice('riders')).toEqual({ email: false });
    expect(readColumnChoice('drivers')).toEqual({});
  });

  it('is forgotten when it is empty', () => {
    rememberColumnChoice('riders', { email: false });
    rememberColumnChoice('riders', {});
    expect(window.localStorage.length).toBe(0);
  });

  it.each(['{', 'null', '[true]', '{"email":"yes"}', '7'])('is none when %s is kept', (kept) => {
    window.localStorage.setItem('kerb.columns.riders', kept);
    expect(readColumnChoice('riders')).toEqual({});
  });
});
