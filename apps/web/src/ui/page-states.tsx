// The states every screen has besides being full: loading in the final shape, empty, failed.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../lib/use-error-text.ts';

/** Announces once, politely, that something loads; the skeleton itself is hidden from screen readers. */
export function Loading({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Box role="status" aria-label={t('loading')} aria-busy="true">
      <Box aria-hidden="true">{children}</Box>
    </Box>
  );
}

export function ScreenSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <Loading>
      <Stack spacing={2} sx={{ p: { xs: 2, md: 4 }, maxWidth: 960 }}>
        <Skeleton variant="rounded" width="42%" height={36} />
        {Array.from({ length: rows }, (_, row) => row).map((row) => (
          <Skeleton key={row} variant="rounded" height={64} />
        ))}
      </Stack>
    </Loading>
  );
}

interface StateProps {
  icon?: ReactNode;
  title: string;
  text?: string;
  /** What to do next: a button or a link. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: StateProps) {
  return (
    <Stack spacing={1.5} sx={{ alignItems: 'center', textAlign: 'center', py: 8, px: 3 }}>
      {icon && (
        <Box
          aria-hidden="true"
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 64,
            height: 64,
            borderRadius: '50%',
            bgcolor: 'background.subtle',
          }}
        >
          {icon}
        </Box>
      )}
      <Typography variant="h4" component="h2">
        {title}
      </Typography>
      {text && (
        <Typography color="text.secondary" sx={{ maxWidth: 420 }}>
          {text}
        </Typography>
      )}
      {action && <Box sx={{ pt: 1 }}>{action}</Box>}
    </Stack>
  );
}

interface ErrorStateProps {
  /** An ApiError or an error key. */
  problem: unknown;
  onRetry?: () => void;
}

export function ErrorState({ problem, onRetry }: ErrorStateProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <Box role="alert">
      <EmptyState
        title={t('something_failed')}
        text={errorText(problem)}
        action={
          onRetry && (
            <Button variant="outlined" onClick={onRetry}>
              {t('retry')}
            </Button>
          )
        }
      />
    </Box>
  );
}
