// Error state when the payment methods could not be loaded; includes the provider's own message when there is one.
import { ApiError } from '@kerb/sdk/client';
import Typography from '@mui/material/Typography';
import { ErrorState } from '../../ui/page-states.tsx';

interface MethodsProblemProps {
  /** An ApiError; the code provider_fetch_error includes the provider's message. */
  readonly problem: unknown;
  readonly onRetry: () => void;
}

export function MethodsProblem({ problem, onRetry }: MethodsProblemProps) {
  const isWorded = problem instanceof ApiError && problem.code === 'provider_fetch_error';
  const detail = isWorded ? problem.detail : undefined;
  return (
    <>
      <ErrorState problem={problem} onRetry={onRetry} />
      {detail !== undefined && (
        <Typography dir="ltr" lang="en" variant="body2" color="text.secondary" sx={{ textAlign: 'center' }}>
          {detail}
        </Typography>
      )}
    </>
  );
}
