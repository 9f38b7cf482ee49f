// Button that keeps the keyboard focus while its action runs. A disabled button loses it, and a dialog that opens then
// has no element to which it can return the focus.
import Button, { type ButtonProps } from '@mui/material/Button';
import type { ComponentProps } from 'react';
import { ignoreHeldEnter } from './ignore-held-key.ts';

/**
 * Root element of a button that loads: `aria-disabled` replaces `disabled`, and Material UI ignores the presses. It
 * receives them, because a press on what is behind it would take the focus.
 */
export function FocusableButton({ disabled, onKeyDown, style, ...props }: ComponentProps<'button'>) {
  const isLoading = Boolean(props['aria-disabled']);
  return (
    <button
      {...props}
      disabled={disabled && !isLoading}
      onKeyDown={(event) => {
        ignoreHeldEnter(event);
        onKeyDown?.(event);
      }}
      style={isLoading ? { ...style, pointerEvents: 'auto' } : style}
    />
  );
}

export function LoadingButton(props: ButtonProps) {
  return <Button component={FocusableButton} aria-disabled={props.loading || undefined} {...props} />;
}
