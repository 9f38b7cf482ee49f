// Whether a press of a button has an effect: wait for it before a test presses one that may be loading.

/** A button that loads is not disabled, so that it keeps the focus, but ignores presses. */
export const isPressable = (button: HTMLElement): boolean =>
  !button.hasAttribute('disabled') && button.getAttribute('aria-disabled') !== 'true';
