// Input for a picture: a file, a new photo, or a dropped file; its view and texts load when it is first shown.
import { lazy, Suspense } from 'react';
import { loadTexts } from '../lib/i18n/index.ts';
import type { ImageInputProps } from './image-input-view.tsx';
import { Loading } from './page-states.tsx';
import { Placeholder } from './placeholder.tsx';

const View = lazy(async () => {
  const [{ ImageInputView }] = await Promise.all([import('./image-input-view.tsx'), loadTexts('signup')]);
  return { default: ImageInputView };
});

export function ImageInput(props: ImageInputProps) {
  return (
    <Suspense
      fallback={
        <Loading>
          <Placeholder height={props.shape === 'round' ? 112 : 232} />
        </Loading>
      }
    >
      <View {...props} />
    </Suspense>
  );
}
