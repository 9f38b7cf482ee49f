// Web app manifest: name, colours and icons.
import type { ManifestOptions } from 'vite-plugin-pwa';

export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Kerb',
  short_name: 'Kerb',
  description: 'Book a ride across the city, see the fare before you go, follow the car on the map.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: '#FFFFFF',
  theme_color: '#14171F',
  categories: ['travel', 'navigation'],
  icons: [
    { src: '/icons/kerb-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/kerb-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/kerb-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/kerb.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
};
