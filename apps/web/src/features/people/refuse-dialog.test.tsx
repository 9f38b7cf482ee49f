// Tests rejecting a driver and disabling an account: a reason is required.
import type { User } from '@kerb/contract';
import { aUser } from '@kerb/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { RefuseDialog } from './refuse-dialog.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const onRefuse = vi.fn();
const onClose = vi.fn();

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('people'), loadTexts('errors')]);
});
beforeEach(() => {
  onRefuse.mockReset();
  onClose.mockReset();
});

function show(review: User['review']) {
  const person: User = {
    ...aUser({ usertype: 'driver', firstName: 'Bruno', lastName: 'Paz' }),
    createdByAdmin: false,
    email: null,
    mobile: null,
    review,
    reviewReason: '',
    driver: null,
  };
  render(
    <Provider store={store}>
      <RefuseDialog person={person} open busy={false} onRefuse={onRefuse} onClose={onClose} />
    </Provider>,
  );
}
const reasonField = () => screen.findByRole('textbox', { name: 'Reason' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe.each([
  ['waiting', 'Refuse'],
  ['approved', 'Disable'],
] as const)('a driver whose account is %s', (review, action) => {
  it(`is passed on with the reason by ${action}`, async () => {
    show(review);
    fireEvent.change(await reasonField(), { target: { value: '  The photo is blurred ' } });
    press(action);
    expect(onRefuse.mock.calls).toEqual([['The photo is blurred']]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('shows an error at the field and sends nothing without a reason', async () => {
    show(review);
    fireEvent.change(await reasonField(), { target: { value: '   ' } });
    press(action);
    expect(onRefuse).not.toHaveBeenCalled();
    expect((await reasonField()).getAttribute('aria-invalid')).toBe('true');
  });

  it('changes nothing when Back is pressed', async () => {
    show(review);
    await reasonField();
    press('Back');
    expect([onRefuse.mock.calls.length, onClose.mock.calls.length]).toEqual([0, 1]);
  });
});
