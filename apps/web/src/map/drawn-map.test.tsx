// Tests that the map's description replaces a map that the device cannot start to draw, and that the map replaces its
// still picture.
import { ThemeProvider } from '@mui/material/styles';
import { act, render, screen } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n/index.ts';
import { store } from '../lib/store.ts';
import { createKerbTheme } from '../ui/theme.ts';
import { KerbMap } from './kerb-map.tsx';

interface FakeMapProps {
  readonly onError: (event: { target: unknown; error: Error }) => void;
  readonly onRender: (event: { target: object }) => void;
}

const { failing, frames } = vi.hoisted(() => ({
  /** The target of the map's error; undefined for a map without an error. */
  failing: { target: null as unknown },
  /** Renders a frame of a map on which these sources have loaded. */
  frames: { render: (_: readonly string[]): void => undefined },
}));

vi.mock('maplibre-gl', () => ({ setWorkerUrl: () => undefined }));
vi.mock('maplibre-gl/dist/maplibre-gl.css', () => ({}));
vi.mock('maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url', () => ({ default: '' }));
vi.mock('react-map-gl/maplibre', () => {
  /** Reports an error once it is mounted, and renders none of its children. */
  function FakeMap({ onError, onRender }: FakeMapProps) {
    useEffect(() => {
      if (failing.target !== undefined) onError({ target: failing.target, error: new Error('no context') });
    }, [onError]);
    frames.render = (loaded) => {
      const getSource = () => ({});
      const isSourceLoaded = (id: string) => loaded.includes(id);
      onRender({
        target: { getSource, isSourceLoaded, touchZoomRotate: { disableRotation: () => undefined } },
      });
    };
    return <p>A map</p>;
  }
  const nothing = (_: { children?: ReactNode }) => null;
  return { Map: FakeMap, AttributionControl: nothing, NavigationControl: nothing, useMap: () => ({}) };
});

const show = () =>
  render(
    <Provider store={store}>
      <ThemeProvider theme={createKerbTheme('ltr', { clear: '', close: '', openList: '' })}>
        <KerbMap description="The city" still={<p>A picture</p>} />
      </ThemeProvider>
    </Provider>,
  );

beforeAll(() => startI18n());
beforeEach(() => {
  vi.stubGlobal('WebGL2RenderingContext', class {});
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.unstubAllGlobals());

it('shows the description when the map cannot start', async () => {
  failing.target = null;
  show();
  await screen.findByRole('group', { name: 'The city' });
  expect(screen.queryByText('A map')).toBeNull();
});

it('still shows a map that fails to load one of its parts, and logs the error', async () => {
  const triggerRepaint = vi.fn();
  failing.target = { triggerRepaint };
  show();
  await screen.findByText('A map');
  // The failed tile may be the last one that the map waits for.
  expect(triggerRepaint).toHaveBeenCalled();
  expect(console.error).toHaveBeenCalledWith(new Error('no context'));
  expect(screen.queryByRole('group', { name: 'The city' })).toBeNull();
});

it('shows the map once the base map has loaded, also while cars move', async () => {
  failing.target = undefined;
  show();
  await screen.findByText('A map');
  await act(() => frames.render(['cars']));
  expect(screen.queryByText('A picture')).not.toBeNull();
  await act(() => frames.render(['city']));
  expect(screen.queryByText('A picture')).toBeNull();
});
