// Tests that sheet and slider respond to gestures in the same way in both writing directions.
import { describe, expect, it } from 'vitest';
import { nextPosition } from './sheet-position.ts';
import { slideProgress } from './slide-progress.ts';

describe('a sheet', () => {
  it('ignores a small move, follows a drag, and a long drag passes two positions', () => {
    expect(nextPosition('rest', 20)).toBe('rest');
    expect(nextPosition('rest', -80)).toBe('full');
    expect(nextPosition('rest', 80)).toBe('peek');
    expect(nextPosition('full', 400)).toBe('peek');
    expect(nextPosition('peek', 400)).toBe('peek');
  });
});

describe('a slider', () => {
  it('completes only near its end, in the direction of the language', () => {
    expect(slideProgress(100, 180, 200, 'ltr')).toEqual({ offset: 80, complete: false });
    expect(slideProgress(100, 290, 200, 'ltr')).toEqual({ offset: 190, complete: true });
    expect(slideProgress(300, 100, 200, 'rtl')).toEqual({ offset: 200, complete: true });
    expect(slideProgress(100, 400, 200, 'rtl')).toEqual({ offset: 0, complete: false });
  });

  it('never completes without a track width', () => {
    expect(slideProgress(0, 50, 0, 'ltr').complete).toBe(false);
  });
});
