// Catches errors thrown while a screen renders, and offers a reload instead of a blank page.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './page-states.tsx';

interface Props {
  children: ReactNode;
  /** A change of this value (such as the current path) resets the error. */
  resetKey?: string;
  /** Shown in place of the general error, for a part of a screen. */
  fallback?: ReactNode;
}

export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? (this.props.fallback ?? <Broken />) : this.props.children;
  }
}

function Broken() {
  const { t } = useTranslation();
  return (
    <Box role="alert">
      <EmptyState
        title={t('something_failed')}
        text={t('screen_broken')}
        action={
          <Button variant="contained" onClick={() => window.location.reload()}>
            {t('reload')}
          </Button>
        }
      />
    </Box>
  );
}
