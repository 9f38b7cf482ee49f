// Tests the offer of push messages: shown once, and the user's choice is remembered.
import { render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startI18n } from '../../lib/i18n/index.ts';
import { storePushChoice } from '../../lib/push/push-device.ts';
import { PushPrompt } from './push-prompt.tsx';

vi.mock('./push-card.tsx', () => ({ PushCard: () => <p>Push messages are on.</p> }));
beforeAll(() => startI18n());
afterEach(() => localStorage.clear());

test('retains the confirmation of a choice when the screen is rendered again', async () => {
  const { rerender } = render(<PushPrompt uid="a" about="ride" />);
  await screen.findByText('Push messages are on.');
  storePushChoice('a', 'on');
  rerender(<PushPrompt uid="a" about="ride" />);
  screen.getByText('Push messages are on.');
});

test('offers nothing to a user who has chosen before', () => {
  storePushChoice('b', 'later');
  const { container } = render(<PushPrompt uid="b" about="ride" />);
  expect(container.textContent).toBe('');
});
