// Offers push messages at the moment they are worth something; its card loads when it is first needed.
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../lib/i18n/index.ts';
import { pushChoiceOf } from '../../lib/push/push-device.ts';
import type { PushPromptProps } from './push-card.tsx';

const Card = lazy(async () => {
  const [{ PushCard }] = await Promise.all([import('./push-card.tsx'), loadTexts('notices')]);
  return { default: PushCard };
});

/** Renders nothing when the user has already chosen on this device. */
export function PushPrompt(props: PushPromptProps) {
  if (pushChoiceOf(props.uid) !== null) return null;
  return (
    <Suspense fallback={null}>
      <Card {...props} />
    </Suspense>
  );
}
