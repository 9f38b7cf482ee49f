// React hook that runs a call that may fail: sets `busy` meanwhile, and returns the error as text.
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { browserProblem } from './passkeys.ts';

export function useAttempt() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { busy, problem, run, clearProblem } = useSubmission();
  const textOf = (error: unknown): string => {
    const ofBrowser = browserProblem(error);
    return ofBrowser === null ? errorText(error) : t(ofBrowser);
  };
  return { busy, problem: problem === null ? null : textOf(problem), attempt: run, clear: clearProblem };
}
