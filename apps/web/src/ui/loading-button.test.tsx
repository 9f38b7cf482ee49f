// Tests that a button whose action runs keeps the focus and ignores presses, so that a dialog can return the focus to it.
import Dialog from '@mui/material/Dialog';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CompactButton } from './compact-button.tsx';
import { LoadingButton } from './loading-button.tsx';
import { PrimaryAction } from './primary-action.tsx';
import { KerbThemeProvider } from './theme-provider.tsx';

const button = () => screen.getByRole('button', { name: /See the fare/ });

it.each([
  ['LoadingButton', (loading: boolean) => <LoadingButton loading={loading}>See the fare</LoadingButton>],
  ['PrimaryAction', (loading: boolean) => <PrimaryAction loading={loading}>See the fare</PrimaryAction>],
  [
    'CompactButton',
    (loading: boolean) => <CompactButton loading={loading} icon={null} text="See the fare" />,
  ],
])('%s can be focused while it loads', (_, draw) => {
  const { rerender } = render(draw(true));
  expect(button()).toHaveProperty('disabled', false);
  expect(button().getAttribute('aria-disabled')).toBe('true');
  rerender(draw(false));
  expect(button().getAttribute('aria-disabled')).toBeNull();
});

it('ignores presses while it loads', () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event) => event.preventDefault());
  const draw = (loading: boolean) => (
    <form onSubmit={onSubmit}>
      <PrimaryAction type="submit" loading={loading} onClick={onClick}>
        See the fare
      </PrimaryAction>
    </form>
  );
  const { rerender } = render(draw(true));
  fireEvent.click(button());
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
  rerender(draw(false));
  fireEvent.click(button());
  expect(onSubmit).toHaveBeenCalledOnce();
});

it('cannot be focused while it is disabled for another reason', () => {
  render(
    <LoadingButton loading={false} disabled>
      See the fare
    </LoadingButton>,
  );
  expect(button()).toHaveProperty('disabled', true);
});

it('has the focus again after a dialog that opened while it was loading', async () => {
  const draw = (step: 'idle' | 'loading' | 'open' | 'closed') => (
    <KerbThemeProvider>
      <PrimaryAction loading={step === 'loading'}>See the fare</PrimaryAction>
      <Dialog open={step === 'open'}>No driver is near</Dialog>
    </KerbThemeProvider>
  );
  const { rerender } = render(draw('idle'));
  button().focus();
  rerender(draw('loading'));
  expect(button().matches(':disabled')).toBe(false);
  rerender(draw('open'));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('No driver is near'));
  rerender(draw('closed'));
  await waitFor(() => expect(document.activeElement).toBe(button()));
});
