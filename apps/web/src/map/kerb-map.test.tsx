// Tests that a page shows a still picture of the map until the visitor interacts with the page.
import { act, render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '../lib/i18n/index.ts';
import { useFirstUse } from '../lib/use-first-use.ts';
import { KerbMap } from './kerb-map.tsx';

beforeAll(() => startI18n());

function MapOfReader() {
  const isUsed = useFirstUse();
  return <KerbMap description="The city" waits={!isUsed} still={<p>A still picture</p>} />;
}

it('renders a still picture until the page is used, then the map', async () => {
  render(<MapOfReader />);
  expect(screen.getByText('A still picture')).toBeDefined();
  expect(screen.queryByRole('group', { name: 'The city' })).toBeNull();
  act(() => void document.body.dispatchEvent(new Event('pointermove', { bubbles: true })));
  // jsdom has no WebGL, so the map is replaced by its description.
  await screen.findByRole('group', { name: 'The city' });
  expect(screen.queryByText('A still picture')).toBeNull();
});
