// Choose a picture: a file, a photo taken now, or one dropped here; its view and texts load when it is first shown.
import { lazy, Suspense } from 'react';
import { loadTexts } from '../lib/i18n/index.ts';
import { Loading } from './page-states.tsx';
import { Placeholder } from './placeholder.tsx';

export interface ImageInputProps {
  /** What the picture is of: "Driving licence". */
  readonly label: string;
  /** How it should look: "All four corners in the picture". */
  readonly help?: string | undefined;
  /** The chosen picture, fit to send; null while there is none. */
  readonly value: Blob | null;
  readonly onChange: (picture: Blob | null) => void;
  /** URL of the picture kept by the server, shown until another is chosen. */
  readonly current?: string | null | undefined;
  /** Offers to remove the kept picture; without it only a chosen one can be taken back. */
  readonly onRemoveCurrent?: (() => void) | undefined;
  /** Sentence of what is wrong, said below; the input says by itself when a file is no picture. */
  readonly problem?: string | null | undefined;
  /** While it is being sent: nothing can be changed. */
  readonly busy?: boolean | undefined;
  /** Which camera a phone opens: 'environment' for papers, 'user' for a portrait. */
  readonly camera?: 'environment' | 'user' | undefined;
  /** 'round' shows it as a portrait. */
  readonly shape?: 'wide' | 'round' | undefined;
  /** The `name` of the file input, for tests and browsers. */
  readonly name?: string | undefined;
}

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
