// Offers push messages at a moment when they are useful, during a ride or on duty; its card is loaded lazily.
import { lazy, Suspense, useState } from 'react';
import { loadTexts } from '../../lib/i18n/index.ts';
import { pushChoiceOf } from '../../lib/push/push-device.ts';
import type { PushPromptProps } from './push-card.tsx';

const Card = lazy(async () => {
  const [{ PushCard }] = await Promise.all([import('./push-card.tsx'), loadTexts('notices')]);
  return { default: PushCard };
});

/**
 * Renders nothing when the user has already chosen on this device. The choice is read only on mount, so that the card
 * stays to show the result after the user chooses.
 */
export function PushPrompt(props: PushPromptProps) {
  const [isOffered] = useState(() => pushChoiceOf(props.uid) === null);
  if (!isOffered) return null;
  return (
    <Suspense fallback={null}>
      <Card {...props} />
    </Suspense>
  );
}
