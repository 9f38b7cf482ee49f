// Components for the states of a screen: loading (a skeleton), empty, and failed.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../lib/use-error-text.ts';
import { Placeholder } from './placeholder.tsx';

/** Announces loading once, as a polite status; the skeleton itself is hidden from screen readers. */
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
      <Box sx={{ display: 'grid', gap: 2, p: { xs: 2, md: 4 }, maxWidth: 960 }}>
        <Placeholder width="42%" height={36} />
        {Array.from({ length: rows }, (_, row) => row).map((row) => (
          <Placeholder key={row} height={64} />
        ))}
      </Box>
    </Loading>
  );
}

interface StateProps {
  icon?: ReactNode;
  title: string;
  /** 'h1' when the state is the whole screen. */
  heading?: 'h1' | 'h2';
  text?: string;
  /** Button or link for the next step. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, heading = 'h2', text, action }: StateProps) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'center', textAlign: 'center', py: 8, px: 3 }}>
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
      <Typography variant="h4" component={heading}>
        {title}
      </Typography>
      {text && (
        <Typography color="text.secondary" sx={{ maxWidth: 420, whiteSpace: 'pre-line' }}>
          {text}
        </Typography>
      )}
      {action && <Box sx={{ pt: 1 }}>{action}</Box>}
    </Box>
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
