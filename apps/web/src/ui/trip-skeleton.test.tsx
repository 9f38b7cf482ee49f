// Tests that the outline of a trip's screen is not shown again for screens of another shape.
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { rootOfApp } from '../lib/first-page.ts';
import { startI18n } from '../lib/i18n/index.ts';
import { FirstPaint } from './first-paint.tsx';
import { TripSkeleton } from './trip-skeleton.tsx';

beforeAll(() => startI18n());

it('leaves the outline without a frame to the screens that are opened from a trip', () => {
  document.body.innerHTML = '<div id="root"><div class="first-paint" data-frame="trip"></div></div>';
  const { root } = rootOfApp();
  const { rerender } = render(<TripSkeleton />, { container: root });
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
  rerender(<FirstPaint />);
  expect(root.querySelector('.first-paint')?.getAttribute('data-frame')).toBeNull();
});
