// Button for a screen's main action: large, in Kerb's yellow.
import Button, { type ButtonProps } from '@mui/material/Button';

export function PrimaryAction(props: ButtonProps) {
  return <Button variant="contained" color="secondary" size="large" fullWidth {...props} />;
}
