// Button for a screen's main action: large, in Kerb's yellow.
import type { ButtonProps } from '@mui/material/Button';
import { LoadingButton } from './loading-button.tsx';

export function PrimaryAction(props: ButtonProps) {
  return <LoadingButton variant="contained" color="secondary" size="large" fullWidth {...props} />;
}
