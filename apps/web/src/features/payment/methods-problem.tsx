// Why there is nothing to pay with yet; what the server says of its providers follows in its own words.
import Typography from '@mui/material/Typography';
import { ErrorState } from '../../ui/page-states.tsx';

interface MethodsProblemProps {
  /** An ApiError, or the code of one; "provider_fetch_error: <why>" with the error's own words. */
  readonly problem: unknown;
  readonly onRetry: () => void;
}

export function MethodsProblem({ problem, onRetry }: MethodsProblemProps) {
  const said = typeof problem === 'string' ? /^provider_fetch_error: (.+)$/s.exec(problem)?.[1] : undefined;
  return (
    <>
      <ErrorState problem={said === undefined ? problem : 'provider_fetch_error'} onRetry={onRetry} />
      {said !== undefined && (
        <Typography dir="ltr" lang="en" variant="body2" color="text.secondary" sx={{ textAlign: 'center' }}>
          {said}
        </Typography>
      )}
    </>
  );
}
