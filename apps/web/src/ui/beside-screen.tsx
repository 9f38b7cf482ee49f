// What comes beside a screen, when it comes: the screen neither waits for it nor falls with it.
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

export function BesideScreen({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary fallback={<span hidden />}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
