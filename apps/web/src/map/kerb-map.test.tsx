// The map of a page that is only read: a still picture, until the page is used.
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

it('is a still picture until the page is used, then the map itself', async () => {
  render(<MapOfReader />);
  expect(screen.getByText('A still picture')).toBeDefined();
  expect(screen.queryByRole('group', { name: 'The city' })).toBeNull();
  act(() => void document.body.dispatchEvent(new Event('pointermove', { bubbles: true })));
  // This window has no WebGL: the map describes itself in words.
  await screen.findByRole('group', { name: 'The city' });
  expect(screen.queryByText('A still picture')).toBeNull();
});
