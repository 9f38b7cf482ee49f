// Props shared by all steps of the sign-up.
import type { SignupFields, SignupProblems } from './signup-draft.ts';

export interface StepProps {
  readonly fields: SignupFields;
  readonly setFields: (fields: Partial<SignupFields>) => void;
  readonly problems: SignupProblems;
}
