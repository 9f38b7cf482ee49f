// Error text of an action, announced by screen readers.
import Typography from '@mui/material/Typography';
import { useErrorText } from '../lib/use-error-text.ts';

/** `problem` is the error of the action; null and undefined render nothing. */
export function ProblemText({ problem }: { readonly problem: unknown }) {
  const errorText = useErrorText();
  if (problem === null || problem === undefined) return null;
  return (
    <Typography role="alert" color="error">
      {errorText(problem)}
    </Typography>
  );
}
