// Tests which buttons an outgoing message has while it is queued, being sent, failed and retried.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { OutgoingBubble } from './outgoing-bubble.tsx';

vi.mock('../../lib/use-error-text.ts', () => ({ useErrorText: () => (code: string) => code }));
beforeAll(async () => {
  await startI18n();
  await loadTexts('chat');
});
afterEach(cleanup);

/** Text and buttons of the bubble; a disabled button is in parentheses. */
function shown(problem: string | null, isSending: boolean) {
  render(
    <OutgoingBubble
      message={{ key: 'k', text: 'hello', picture: null, problem, isSending }}
      onRetry={() => undefined}
      onDiscard={() => undefined}
    />,
  );
  const text = screen.getByText(/^(Sending|Waiting|Not sent)/).textContent;
  const buttons = screen
    .queryAllByRole<HTMLButtonElement>('button')
    .map(({ textContent, disabled }) => (disabled ? `(${textContent})` : textContent));
  return [text, ...buttons];
}

it.each([
  [null, true, ['Sending…']],
  [null, false, ['Waiting to be sent', 'Discard']],
  ['network_error', false, ['Not sent. network_error', 'Send again', 'Discard']],
  ['network_error', true, ['Not sent. network_error', 'Send again', '(Discard)']],
  ['chat_closed', false, ['Not sent. chat_closed', 'Discard']],
])('with the problem %s, being sent: %s, shows %j', (problem, isSending, expected) => {
  expect(shown(problem, isSending)).toEqual(expected);
});
