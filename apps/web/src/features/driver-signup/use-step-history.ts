// React hook that makes each step of the sign-up a history entry, so that Back returns to the previous step.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type SignupStep, signupSteps } from './signup-draft.ts';

function stepIn(state: unknown): SignupStep | null {
  if (typeof state !== 'object' || state === null || !('step' in state)) return null;
  return signupSteps.find((step) => step === state.step) ?? null;
}

export function useStepHistory(step: SignupStep, onStep: (step: SignupStep) => void): void {
  const navigate = useNavigate();
  const { state, pathname, search } = useLocation();
  const entry = stepIn(state);
  const address = `${pathname}${search}`;
  const newest = useRef({ step, entry, onStep, address });
  useEffect(() => {
    newest.current = { step, entry, onStep, address };
  });
  useEffect(() => {
    const { entry: shown, address: here } = newest.current;
    // The first step replaces the entry that opened the sign-up.
    if (shown !== step) void navigate(here, { state: { step }, replace: shown === null });
  }, [step, navigate]);
  const seen = useRef(entry);
  useEffect(() => {
    // If the stored draft and the history entry differ at first, the draft wins.
    if (seen.current === entry) return;
    seen.current = entry;
    const { step: drawn, onStep: go } = newest.current;
    if (entry !== null && entry !== drawn) go(entry);
  }, [entry]);
}
