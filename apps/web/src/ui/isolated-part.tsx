// Boundary around a lazy part beside a screen: the screen renders without waiting for it, and survives its failure.
import { type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

export function IsolatedPart({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary fallback={<span hidden />}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
