// Steps on the screens that several journeys share: sign in, choose a place, slide to confirm, drive.
import type { Track } from '@kerb/contract';
import { between, decodePolyline, distanceKm, type LatLng } from '@kerb/domain/geo';
import type { Locator, Page } from 'playwright-core';
import { until } from '../api/until.ts';
import { moveTo, type Window } from './browser.ts';

/** Moves the mouse, because the app replaces a page rendered by the server at the first interaction. */
export async function startApp(page: Page): Promise<void> {
  await page.mouse.move(40, 40);
  await page.locator('#root:not([data-rendered])').waitFor();
}

/** Signs in with the number and the code from the development inbox, which is opened in a second page. */
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

/** Types a day ("YYYY-MM-DD") into the parts of a date field. */
export async function typeDay(scope: Page | Locator, label: string, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  const field = scope.getByRole('group', { name: label, exact: true });
  for (const [part, text] of Object.entries({ Month: month, Day: date, Year: year })) {
    // The first click opens an empty field, the second is on its part.
    await field.getByRole('spinbutton', { name: part }).click();
    await field.getByRole('spinbutton', { name: part }).click();
    await field.page().keyboard.type(text);
  }
}

/** Drags the slider to its end with the mouse. */
export async function slide(page: Page, text: string | RegExp): Promise<void> {
  const thumb = page.getByRole('button', { name: text });
  const box = await until(
    `The slider ${text}`,
    async () => {
      // Waits until it is enabled, visible and stable: banners above it can move or replace it.
      await thumb.click({ trial: true });
      return thumb.boundingBox();
    },
    (shown) => shown !== null,
  );
  const x = (box?.x ?? 0) + (box?.width ?? 0) / 2;
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 900, y, { steps: 8 });
  await page.mouse.up();
}

/** Returns the button of the booking form, which contains the price once it is estimated. */
export const bookButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^(See the (fare|price and)|Confirm |Book .* ahead)/ });

export const mapOf = (page: Page): Locator => page.locator('canvas.maplibregl-canvas');

/** Distance between positions: the device reports every 1.5 s, in which a plausible car drives at most about 100 m. */
const HOP_KM = 0.08;
/** Places nearer than this to the last position are skipped, because the app does not report a standstill. */
const SAME_PLACE_KM = 0.02;

/** Returns positions along the road after `from`, the car's current position, up to the end of the road. */
function hopsAlong(points: readonly LatLng[], from: LatLng): LatLng[] {
  const hops: LatLng[] = [];
  let last = from;
  for (const point of points) {
    // Points nearer than one hop are skipped.
    while (distanceKm(last, point) > HOP_KM) {
      last = between(last, point, HOP_KM / distanceKm(last, point));
      hops.push(last);
    }
  }
  const end = points.at(-1) ?? from;
  if (distanceKm(last, end) <= SAME_PLACE_KM) hops.pop();
  return distanceKm(from, end) > SAME_PLACE_KM ? [...hops, end] : hops;
}

/** Moves the driver's device along the road; waits until the rider's API shows each position before the next. */
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
  for (const place of hopsAlong(decodePolyline(polylinePoints), from)) {
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
