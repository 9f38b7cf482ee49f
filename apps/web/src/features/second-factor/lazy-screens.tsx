// Lazily loaded screens of the second factor with their texts.
import { lazy } from 'react';
import { loadTexts } from '../../lib/i18n/index.ts';

export const SecondFactorStep = lazy(async () => {
  const [{ SecondFactorStep: Step }] = await Promise.all([
    import('./second-factor-step.tsx'),
    loadTexts('security'),
  ]);
  return { default: Step };
});

export const StepUpDialog = lazy(async () => {
  const [{ StepUpDialog: Asked }] = await Promise.all([
    import('./step-up-dialog.tsx'),
    loadTexts('security'),
  ]);
  return { default: Asked };
});

export const SecuritySection = lazy(async () => {
  const [{ SecuritySection: Section }] = await Promise.all([
    import('./security-section.tsx'),
    loadTexts('security'),
  ]);
  return { default: Section };
});
