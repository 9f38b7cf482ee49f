// Tests that a lazy part which fails to load does not affect the screen.
import { render, screen } from '@testing-library/react';
import { lazy } from 'react';
import { expect, test, vi } from 'vitest';
import { IsolatedPart } from './isolated-part.tsx';

test('leaves out a part that could not be loaded, and retains the screen', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const failed = Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  const Missing = lazy(() => failed);
  const { container } = render(
    <main>
      <h1>Bookings</h1>
      <IsolatedPart>
        <Missing />
      </IsolatedPart>
    </main>,
  );
  await vi.waitFor(() => expect(container.querySelector('[hidden]')).not.toBeNull());
  expect(screen.getByRole('main').textContent).toBe('Bookings');
  complaints.mockRestore();
});
