// The flag of a country: a picture of its own for each, fetched when it comes into view.
import Box from '@mui/material/Box';

// Addresses only: the pictures themselves are neither in the code nor asked for together.
const files = import.meta.glob<string>('../../../../../node_modules/country-flag-icons/3x2/??.svg', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const addresses = new Map(Object.entries(files).map(([file, address]) => [file.slice(-6, -4), address]));

/** `code`: ISO 3166-1 alpha-2. The country's name stands beside it, so the flag itself says nothing. */
export function Flag({ code }: { code: string }) {
  return (
    <Box
      component="img"
      src={addresses.get(code)}
      alt=""
      loading="lazy"
      width={24}
      height={16}
      sx={{
        flexShrink: 0,
        display: 'block',
        borderRadius: '3px',
        bgcolor: 'background.subtle',
        boxShadow: '0 0 0 1px rgb(0 0 0 / 0.12)',
      }}
    />
  );
}
