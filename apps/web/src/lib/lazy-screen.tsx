// Creates a route element whose code and texts load together when the screen is first opened.
import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { FirstPaint } from '../ui/first-paint.tsx';
import { loadTexts, type TextArea } from './i18n/index.ts';
import { loadScreen } from './load-screen.ts';

/** For route tables: `element: lazyScreen(['rider', 'trip'], async () => (await import('./trip-screen.tsx')).TripScreen)`. */
export function lazyScreen(
  areas: TextArea | readonly TextArea[],
  load: () => Promise<ComponentType>,
  skeleton: ReactElement = <FirstPaint />,
): ReactElement {
  const Screen = lazy(async () => {
    const [screen] = await loadScreen(() => Promise.all([load(), ...[areas].flat().map(loadTexts)]));
    return { default: screen };
  });
  return (
    <Suspense fallback={skeleton}>
      <Screen />
    </Suspense>
  );
}
