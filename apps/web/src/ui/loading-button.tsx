// Button that keeps the keyboard focus while its action runs. A disabled button loses it, and a dialog that opens then
// has no element to which it can return the focus.
import Button, { type ButtonProps } from '@mui/material/Button';
import type { ComponentProps } from 'react';

/** Root element of a button that loads: `aria-disabled` replaces `disabled`, and Material UI ignores the presses. */
export function FocusableButton({ disabled, ...props }: ComponentProps<'button'>) {
  return <button {...props} disabled={disabled && !props['aria-disabled']} />;
}

export function LoadingButton(props: ButtonProps) {
  return <Button component={FocusableButton} aria-disabled={props.loading || undefined} {...props} />;
}
