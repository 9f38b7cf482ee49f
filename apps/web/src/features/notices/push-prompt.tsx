// Offers push messages at the moment they are worth something; its card loads when it is first needed.
import { lazy, Suspense, useState } from 'react';
import { loadTexts } from '../../lib/i18n/index.ts';
import { pushChoiceOf } from '../../lib/push/push-device.ts';
import type { PushPromptProps } from './push-card.tsx';

const Card = lazy(async () => {
  const [{ PushCard }] = await Promise.all([import('./push-card.tsx'), loadTexts('notices')]);
  return { default: PushCard };
});

/**
 * Renders nothing when the user had already chosen on this device. Read once: after a choice the card says what
 * came of it, also when the screen around it is drawn again.
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
