// Panel with a driver's documents, for the driver and the console; its view and texts are loaded when it is first
// shown.
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../lib/i18n/index.ts';
import { DocumentsSkeleton } from './documents-skeleton.tsx';
import type { DocumentsPanelProps } from './documents-view.tsx';

const View = lazy(async () => {
  const [{ DocumentsView }] = await Promise.all([import('./documents-view.tsx'), loadTexts('signup')]);
  return { default: DocumentsView };
});

/** Has no heading: the section around it has one, of level 2. */
export function DocumentsPanel(props: DocumentsPanelProps) {
  return (
    <Suspense fallback={<DocumentsSkeleton />}>
      <View key={props.driver} {...props} />
    </Suspense>
  );
}
