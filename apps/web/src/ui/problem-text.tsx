// What went wrong with an action, as a sentence that screen readers announce.
import Typography from '@mui/material/Typography';
import { useErrorText } from '../lib/use-error-text.ts';

/** `problem`: the error of the action; nothing is shown for null and undefined. */
export function ProblemText({ problem }: { readonly problem: unknown }) {
  const errorText = useErrorText();
  if (problem === null || problem === undefined) return null;
  return (
    <Typography role="alert" color="error">
      {errorText(problem)}
    </Typography>
  );
}
