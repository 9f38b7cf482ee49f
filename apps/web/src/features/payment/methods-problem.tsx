// Why there is nothing to pay with yet; what the server says of its providers follows in its own words.
import { ApiError } from '@kerb/sdk/client';
import Typography from '@mui/material/Typography';
import { ErrorState } from '../../ui/page-states.tsx';

interface MethodsProblemProps {
  /** An ApiError; provider_fetch_error has the error's own words. */
  readonly problem: unknown;
  readonly onRetry: () => void;
}

export function MethodsProblem({ problem, onRetry }: MethodsProblemProps) {
  const isWorded = problem instanceof ApiError && problem.code === 'provider_fetch_error';
  const said = isWorded ? problem.detail : undefined;
  return (
    <>
      <ErrorState problem={problem} onRetry={onRetry} />
      {said !== undefined && (
        <Typography dir="ltr" lang="en" variant="body2" color="text.secondary" sx={{ textAlign: 'center' }}>
          {said}
        </Typography>
      )}
    </>
  );
}
