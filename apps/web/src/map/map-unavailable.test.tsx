// Tests that without WebGL the map's description is shown, not covered by what overlays the map's edges.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { startI18n } from '../lib/i18n/index.ts';
import { KerbMap } from './kerb-map.tsx';

beforeAll(() => startI18n());
afterEach(cleanup);

const description = 'Map of the city with its cars';

it('shows the description within the visible part, beside a form and above a sheet', async () => {
  render(<KerbMap description={description} padding={{ top: 64, right: 0, bottom: 300, left: 488 }} />);
  const words = await screen.findByRole('group', { name: description });
  expect(words.style.padding).toBe('64px 0px 300px 488px');
  expect(words.textContent).toContain('The map cannot be shown on this device');
});
