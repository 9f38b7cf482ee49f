// What people do on the screens, in their words: sign in, say where to, slide to confirm.
import type { Track } from '@kerb/contract';
import { between, decodePolyline, distanceKm, type LatLng } from '@kerb/domain/geo';
import type { Locator, Page } from 'playwright-core';
import { until } from '../api/until.ts';
import { moveTo, type Window } from './browser.ts';

/** On the sign-in screen: the number, then the code out of the development inbox, opened beside it. */
export async function signInOnScreen(page: Page, mobile: string): Promise<void> {
  await page.getByLabel('Mobile number').fill(mobile);
  await page.getByRole('button', { name: 'Get code' }).click();
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.waitFor();
  const inbox = await page.context().newPage();
  await inbox.goto('/dev/inbox');
  const message = inbox.getByRole('listitem').filter({ hasText: mobile }).first();
  const copy = await message.getByRole('button', { name: /Copy the code/ }).textContent();
  await inbox.close();
  await code.fill(copy?.trim() ?? '');
}

/** Types into a place field and takes the first suggestion. */
export async function choosePlace(page: Page, field: string, typed: string): Promise<string> {
  const input = page.getByRole('combobox', { name: field, exact: true });
  await input.fill(typed);
  const first = page.getByRole('listbox', { name: field, exact: true }).getByRole('option').first();
  await first.waitFor();
  await first.click();
  return until(
    `The place for ${typed}`,
    () => input.inputValue(),
    (value) => value !== typed && value !== '',
  );
}

/** Pulls the slider to its end with the mouse, as a thumb does. */
export async function slide(page: Page, text: string | RegExp): Promise<void> {
  const thumb = page.getByRole('button', { name: text });
  const box = await until(
    `The slider ${text}`,
    async () => {
      // Enabled, in view, and where it stays: what comes and goes above it moves it, or puts another in its place.
      await thumb.click({ trial: true });
      return thumb.boundingBox();
    },
    (shown) => shown !== null,
  );
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 900, y, { steps: 8 });
  await page.mouse.up();
}

export const mapOf = (page: Page): Locator => page.locator('canvas.maplibregl-canvas');

/** Two fixes this far apart are a car in a city, whatever the pause between its reports. */
const HOP_KM = 0.14;

function hopsAlong(points: readonly LatLng[]): LatLng[] {
  const hops: LatLng[] = [];
  let last: LatLng | undefined;
  for (const point of points) {
    if (!last) hops.push(point);
    // Corners nearer than a hop are driven through without a report.
    while (last && distanceKm(last, point) > HOP_KM) {
      last = between(last, point, HOP_KM / distanceKm(last, point));
      hops.push(last);
    }
    last ??= point;
  }
  return [...hops, ...points.slice(-1)];
}

/** Moves the driver's device along the road; the rider's own screen may see each place before the next. */
export async function driveAlongRoad(
  driver: Window,
  rider: Window,
  booking: string,
  from: LatLng,
  to: LatLng,
): Promise<void> {
  const query = `start=${from.lat},${from.lng}&dest=${to.lat},${to.lng}`;
  const route = await rider.page.request.get(`/api/v1/maps/directions?${query}`);
  const { polylinePoints }: { polylinePoints: string } = await route.json();
  for (const place of hopsAlong(decodePolyline(polylinePoints))) {
    await moveTo(driver.context, place);
    await until(
      'The car at its new place',
      async () => {
        const answer = await rider.page.request.get(`/api/v1/bookings/${booking}/track`);
        const track: Track = await answer.json();
        return track.driver ? distanceKm(track.driver, place) : null;
      },
      (km) => km !== null && km < 0.005,
      { everyMs: 200 },
    );
  }
}
