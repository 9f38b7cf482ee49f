// Runs what the server or the browser may refuse: busy meanwhile, and the refusal as a sentence.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { browserProblem } from './passkeys.ts';

export function useAttempt() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const attempt = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await action();
    } catch (error) {
      const ofBrowser = browserProblem(error);
      setProblem(ofBrowser === null ? errorText(error) : t(ofBrowser));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, attempt, clear: () => setProblem(null) };
}
