// Tests Google's adapter against a local counterpart that answers as documented.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeMapService } from '../map-service.contract.ts';
import { createGoogleMapService } from './google-map-service.ts';
import { type GoogleCounterpart, startGoogleCounterpart } from './testing/counterpart.ts';

const KEY = 'test-key';

describeMapService('Google Maps Platform', async () => {
  const counterpart = await startGoogleCounterpart(KEY);
  return {
    service: createGoogleMapService({ key: KEY, baseUrl: counterpart.url }),
    fail: async () => counterpart.answerWith('OVER_QUERY_LIMIT'),
    close: counterpart.close,
  };
});

describe("Google's adapter", () => {
  let counterpart: GoogleCounterpart;
  beforeAll(async () => {
    counterpart = await startGoogleCounterpart(KEY);
  });
  afterAll(() => counterpart.close());

  it('restricts the search to the country and biases it to the given position', async () => {
    const service = createGoogleMapService({ key: KEY, baseUrl: counterpart.url });
    await service.autocomplete('artigas', { limit: 5, country: 'UY', near: { lat: -34.9, lng: -56.2 } });
    const asked = counterpart.requests[counterpart.requests.length - 1]?.searchParams;
    expect(asked?.get('components')).toBe('country:uy');
    expect(asked?.get('location')).toBe('-34.9,-56.2');
  });

  it('retries once after UNKNOWN_ERROR', async () => {
    const service = createGoogleMapService({ key: KEY, baseUrl: counterpart.url });
    counterpart.answerOnceWith('UNKNOWN_ERROR');
    expect(await service.autocomplete('terminal', { limit: 5 })).toHaveLength(1);
  });

  it.each(['REQUEST_DENIED', 'OVER_DAILY_LIMIT', 'UNKNOWN_ERROR'])(
    'treats %s as a failed call',
    async (status) => {
      const service = createGoogleMapService({ key: KEY, baseUrl: counterpart.url });
      counterpart.answerWith(status);
      const call = service.autocomplete('terminal', { limit: 5 });
      await expect(call).rejects.toMatchObject({ detail: 'fetchPlacesAutocomplete Call Error' });
      counterpart.answerWith(undefined);
    },
  );

  it('fails without exposing its key when the key is wrong or the host is unreachable', async () => {
    const wrong = createGoogleMapService({ key: 'wrong-key', baseUrl: counterpart.url });
    const gone = createGoogleMapService({ key: KEY, baseUrl: 'http://127.0.0.1:1' });
    for (const service of [wrong, gone]) {
      const error = await service.reverse({ lat: -34.9, lng: -56.2 }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: 'google_places_error',
        detail: 'fetchAddressfromCoords Call Error',
      });
      expect(String(error)).not.toContain('key');
    }
  });
});
