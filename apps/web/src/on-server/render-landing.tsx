// Renders the landing page on the server, so that it can be read before any script runs. Built separately from the app.
import { text as textOfStream } from 'node:stream/consumers';
import createCache from '@emotion/cache';
import type { PublicSettings } from '@kerb/contract';
import type { CarType } from '@kerb/domain/fleet';
import { changeSettings, refreshCarTypes } from '@kerb/sdk/store';
import rtlPlugin from '@mui/stylis-plugin-rtl';
import i18next from 'i18next';
import { prerenderToNodeStream } from 'react-dom/static';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router';
import { prefixer } from 'stylis';
import { loads, wanted } from '../lib/i18n/areas.ts';
import { underReplacedKeys } from '../lib/i18n/files/replaced-keys.ts';
import { renderIn } from '../lib/i18n/index.ts';
import { languageOf, offerLanguages } from '../lib/i18n/languages.ts';
import { namespaceOf, showTexts } from '../lib/i18n/show-texts.ts';
import type { TextArea, Texts } from '../lib/i18n/text-area.ts';
import { paths } from '../lib/paths.ts';
import { store } from '../lib/store.ts';
import { LandingScreen } from '../surfaces/site/landing-screen.tsx';
import { Themed } from '../ui/theme-provider.tsx';

/** The areas whose texts the page shows; `delivery` only for a delivery service. */
export const landingAreas: readonly TextArea[] = ['core', 'delivery', 'site', 'pages'];

export interface LandingInput {
  readonly settings: PublicSettings;
  readonly carTypes: readonly CarType[];
  /** Locale of one of the offered languages. */
  readonly locale: string;
  /** Every text of the areas in that language, by area and key. */
  readonly texts: Readonly<Record<string, Texts>>;
}

export interface LandingMarkup {
  /** Content of the page's root element. */
  readonly html: string;
  /** `style` elements for the head. */
  readonly styles: string;
}

/** Settings, language and texts are global state, as in the browser, so pages are rendered one at a time. */
let queue: Promise<unknown> = Promise.resolve();

export function renderLanding(input: LandingInput): Promise<LandingMarkup> {
  const rendering = queue.then(() => render(input));
  queue = rendering.catch(() => undefined);
  return rendering;
}

async function takeTexts({ settings, locale, texts }: LandingInput) {
  offerLanguages(settings.languages);
  const language = languageOf(locale);
  await renderIn(language);
  const isDelivery = settings.appcat === 'delivery';
  if (isDelivery) wanted.add('delivery');
  else wanted.delete('delivery');
  for (const namespace of ['translation', 'delivery']) i18next.removeResourceBundle(locale, namespace);
  for (const area of landingAreas) {
    // Marks the area as loaded, so that lazy parts do not request it.
    loads.set(`${language.locale}/${area}/${language.version}`, Promise.resolve());
    if (area === 'delivery' && !isDelivery) continue;
    showTexts(locale, area, underReplacedKeys(namespaceOf(area), texts[area] ?? {}));
  }
  return language;
}

async function render(input: LandingInput): Promise<LandingMarkup> {
  const { direction } = await takeTexts(input);
  store.dispatch(changeSettings(input.settings));
  store.dispatch({ type: refreshCarTypes.fulfilled.type, payload: input.carTypes });
  const cache =
    direction === 'rtl'
      ? createCache({ key: 'kerb-rtl', stylisPlugins: [prefixer, rtlPlugin] })
      : createCache({ key: 'kerb' });
  let failure: unknown;
  const { prelude } = await prerenderToNodeStream(
    <Provider store={store}>
      <Themed cache={cache}>
        <StaticRouter location={paths.home}>
          <LandingScreen />
        </StaticRouter>
      </Themed>
    </Provider>,
    {
      // Disables progressive chunks: a part streamed after the rest would need a script to move it into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        failure = error;
      },
    },
  );
  const markup = await textOfStream(prelude);
  if (failure) throw failure;
  return asStillPage(markup);
}

const styleElement = /<style data-emotion="([^"]*)">([\s\S]*?)<\/style>/g;
const darkRule = /([^{}]*\[data-theme="dark"\][^{}]*)\{([^{}]*)\}/g;

/** Adds a copy of the dark rules for `prefers-color-scheme`, which applies until a script has set the theme. */
function withPreference(css: string): string {
  const dark = [...css.matchAll(darkRule)].map(
    ([, selector = '', rules = '']) =>
      `${selector.replaceAll('[data-theme="dark"]', ':root:not([data-theme])')}{${rules}}`,
  );
  return dark.length === 0 ? css : `${css}@media (prefers-color-scheme: dark){${dark.join('')}}`;
}

/** Moves the style elements from the markup into the head. */
function asStillPage(markup: string): LandingMarkup {
  // Shows a pressed button as busy until the app has started.
  const styles = ['<style>[data-pressed]{cursor:progress;opacity:.7}</style>'];
  const html = markup.replaceAll(styleElement, (_, names: string, css: string) => {
    styles.push(`<style data-emotion="${names}">${withPreference(css)}</style>`);
    return '';
  });
  return { html, styles: styles.join('') };
}
