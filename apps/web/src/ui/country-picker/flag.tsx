// Flag of a country as a separate image, which is loaded when it scrolls into view.
import Box from '@mui/material/Box';

// The glob imports URLs only, so that the images are neither in the bundle nor loaded together.
const files = import.meta.glob<string>('../../../../../node_modules/country-flag-icons/3x2/??.svg', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const addresses = new Map(Object.entries(files).map(([file, address]) => [file.slice(-6, -4), address]));

/** `code`: ISO 3166-1 alpha-2. Hidden from screen readers, because the country's name is beside it. */
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
