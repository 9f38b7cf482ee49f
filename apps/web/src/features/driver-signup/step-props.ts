// What every step of the sign-up is given.
import type { SignupFields, SignupProblems } from './signup-draft.ts';

export interface StepProps {
  readonly fields: SignupFields;
  readonly setFields: (fields: Partial<SignupFields>) => void;
  readonly problems: SignupProblems;
}
