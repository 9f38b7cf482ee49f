// The one main action of a screen: large, kerb yellow, within thumb's reach.
import Button, { type ButtonProps } from '@mui/material/Button';

export function PrimaryAction(props: ButtonProps) {
  return <Button variant="contained" color="secondary" size="large" fullWidth {...props} />;
}
