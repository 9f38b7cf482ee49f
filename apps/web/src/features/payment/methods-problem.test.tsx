// The message shown when the payment providers could not be loaded.
import { ApiError } from '@kerb/sdk/client';
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { MethodsProblem } from './methods-problem.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('errors');
});

it('shows provider_fetch_error, followed by the detail of the error', () => {
  const problem = new ApiError({ status: 502, code: 'provider_fetch_error', detail: 'The vault is closed' });
  render(<MethodsProblem problem={problem} onRetry={vi.fn()} />);
  expect(screen.getByRole('alert').textContent).toContain('The payment providers could not be read.');
  expect(screen.getByText('The vault is closed')).toBeTruthy();
});

it('shows the message of any other problem', () => {
  render(<MethodsProblem problem="no_provider_found" onRetry={vi.fn()} />);
  expect(screen.getByRole('alert').textContent).toContain('No payment provider is set up.');
});
