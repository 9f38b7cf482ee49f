// Picture of a car type, or a placeholder icon where it has no picture.
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined';
import Box from '@mui/material/Box';

export function CarPicture({ image }: { image: string }) {
  return (
    <Box
      sx={{
        display: 'grid',
        placeItems: 'center',
        height: 96,
        borderRadius: '12px',
        bgcolor: 'background.subtle',
        color: 'text.disabled',
      }}
    >
      {image === '' ? (
        <LocalTaxiOutlined fontSize="large" aria-hidden="true" />
      ) : (
        <Box component="img" src={image} alt="" sx={{ width: 144, height: 72, objectFit: 'contain' }} />
      )}
    </Box>
  );
}
