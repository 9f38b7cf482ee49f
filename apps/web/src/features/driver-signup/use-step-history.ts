// Each step of the sign-up is an entry of the browser's history: its back button leads one step back, not out.
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
    // The first step takes the place of the entry that led here.
    if (shown !== step) void navigate(here, { state: { step }, replace: shown === null });
  }, [step, navigate]);
  const seen = useRef(entry);
  useEffect(() => {
    // Where the draft and the entry differ at the beginning, the draft is right.
    if (seen.current === entry) return;
    seen.current = entry;
    const { step: drawn, onStep: go } = newest.current;
    if (entry !== null && entry !== drawn) go(entry);
  }, [entry]);
}
