// Tests the sign-up's steps in the browser's history: back and forward move through them.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { type SignupStep, signupSteps } from './signup-draft.ts';
import { useStepHistory } from './use-step-history.ts';

function Wizard({ initial }: { initial: SignupStep }) {
  const [step, setStep] = useState(initial);
  useStepHistory(step, setStep);
  return (
    <>
      <output>{step}</output>
      {signupSteps.map((one) => (
        <button key={one} type="button" onClick={() => setStep(one)}>
          {one}
        </button>
      ))}
    </>
  );
}

function open(initial: SignupStep, state: unknown = null) {
  const router = createMemoryRouter(
    [
      { path: '/', element: null },
      { path: '/driver-signup', element: <Wizard initial={initial} /> },
    ],
    { initialEntries: ['/', { pathname: '/driver-signup', search: '?ref=eva1000', state }], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  return {
    router,
    shown: () => screen.getByRole('status').textContent,
    go: (to: SignupStep) => act(async () => fireEvent.click(screen.getByRole('button', { name: to }))),
    walk: (by: number) => act(() => router.navigate(by)),
  };
}

describe('the steps in the history', () => {
  it('follow back and forward, and leave the form from the first step', async () => {
    const { router, shown, go, walk } = open('person');
    await go('vehicle');
    await go('license');
    await walk(-1);
    expect(shown()).toBe('vehicle');
    await walk(1);
    expect(shown()).toBe('license');
    await walk(-2);
    expect(shown()).toBe('person');
    expect(router.state.location.search).toBe('?ref=eva1000');
    await walk(-1);
    expect(router.state.location.pathname).toBe('/');
  });

  it('start at the stored step, independent of the history entry', async () => {
    const { router, shown } = open('license', { step: 'vehicle' });
    await act(async () => undefined);
    expect(shown()).toBe('license');
    expect(router.state.location.state).toEqual({ step: 'license' });
  });
});
