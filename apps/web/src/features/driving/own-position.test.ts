// Tests the driver's own position: sparse GPS fixes, repeats while the car is parked, and the demonstration.
import type { PositionInput } from '@kerb/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOwnPosition } from './own-position.ts';

function aDevice() {
  let onFix: PositionCallback = () => undefined;
  let onFailure: PositionErrorCallback | null | undefined;
  let watching = false;
  let watches = 0;
  const geolocation = {
    watchPosition(success: PositionCallback, failure?: PositionErrorCallback | null) {
      onFix = success;
      onFailure = failure;
      watching = true;
      watches += 1;
      return watches;
    },
    clearWatch() {
      watching = false;
    },
  };
  const fix = (latitude: number, longitude: number) => {
    const coords = { latitude, longitude, accuracy: 8, heading: Number.NaN, speed: null };
    const rest = { altitude: null, altitudeAccuracy: null };
    const json = { toJSON: () => ({}) };
    onFix({ coords: { ...coords, ...rest, ...json }, timestamp: Date.now(), ...json });
  };
  const fail = (code: number) =>
    onFailure?.({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });
  return { geolocation, fix, fail, isWatching: () => watching, watches: () => watches };
}

describe('the own position', () => {
  const sent: PositionInput[] = [];
  let isHidden = false;
  const pageListeners = new Set<() => void>();
  const hide = () => {
    isHidden = true;
    for (const listener of [...pageListeners]) listener();
  };
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
    sent.length = 0;
    isHidden = false;
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const start = (device: ReturnType<typeof aDevice> | null) => {
    const own = createOwnPosition({
      geolocation: device?.geolocation ?? null,
      send: (position) => sent.push(position),
      now: () => Date.now(),
      isHidden: () => isHidden,
      onVisibility(listener) {
        pageListeners.add(listener);
        return () => pageListeners.delete(listener);
      },
    });
    own.report(true);
    return own;
  };

  it('reports the newest fix of a burst, at most once in 1.5 s', () => {
    const device = aDevice();
    start(device);
    device.fix(-34.9, -56.16);
    device.fix(-34.91, -56.16);
    device.fix(-34.92, -56.16);
    expect(sent.map(({ lat }) => lat)).toEqual([-34.9]);
    vi.advanceTimersByTime(1_500);
    expect(sent.map(({ lat }) => lat)).toEqual([-34.9, -34.92]);
    expect(sent[0]?.heading).toBeNull();
  });

  it('repeats the position of a stationary car', () => {
    const device = aDevice();
    start(device);
    device.fix(-34.9, -56.16);
    vi.advanceTimersByTime(10_000);
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ lat: -34.9, at: 1_010_000, speed: 0 });
  });

  it('does not repeat a position from before the page was hidden, but asks for a new fix', () => {
    const device = aDevice();
    start(device);
    device.fix(-34.9, -56.16);
    isHidden = true;
    vi.advanceTimersByTime(60_000);
    isHidden = false;
    vi.advanceTimersByTime(20_000);
    expect(sent).toHaveLength(1);
    expect(device.watches()).toBeGreaterThan(1);
    device.fix(-34.95, -56.16);
    vi.advanceTimersByTime(10_000);
    expect(sent.map(({ lat }) => lat)).toEqual([-34.9, -34.95, -34.95]);
  });

  it('does not repeat a position from before the phone was suspended', () => {
    const device = aDevice();
    start(device);
    device.fix(-34.9, -56.16);
    vi.setSystemTime(1_600_000);
    vi.advanceTimersByTime(10_000);
    expect(sent).toHaveLength(1);
    expect(device.watches()).toBe(2);
  });

  it('does not repeat a position without permission, nor on the next duty', () => {
    const device = aDevice();
    const own = start(device);
    device.fix(-34.9, -56.16);
    device.fail(1);
    vi.advanceTimersByTime(30_000);
    expect(sent).toHaveLength(1);
    own.report(false);
    own.report(true);
    vi.advanceTimersByTime(30_000);
    expect(sent).toHaveLength(1);
    device.fix(-34.95, -56.16);
    expect(sent.at(-1)?.lat).toBe(-34.95);
  });

  describe('when a step needs it', () => {
    /** The driver has used a navigation app for 25 minutes, in which the page received no fix. */
    const backFromNavigation = () => {
      const device = aDevice();
      const own = start(device);
      device.fix(-34.9, -56.16);
      vi.setSystemTime(Date.now() + 1_500_000);
      return { device, own, position: own.fresh(30_000, 4_000) };
    };

    it('is the last one while that is recent', async () => {
      const device = aDevice();
      const own = start(device);
      device.fix(-34.9, -56.16);
      vi.advanceTimersByTime(5_000);
      expect(await own.fresh(30_000, 4_000)).toMatchObject({ lat: -34.9, at: 1_000_000 });
      expect(device.watches()).toBe(1);
    });

    it('is the next fix when the last one is old', async () => {
      const { device, position } = backFromNavigation();
      expect(device.watches()).toBe(2);
      vi.advanceTimersByTime(1_500);
      device.fix(-34.95, -56.2);
      expect(await position).toMatchObject({ lat: -34.95, lng: -56.2, at: 2_501_500 });
      expect(pageListeners.size).toBe(0);
    });

    it('is unknown without a fix within the time, without permission, and when the page is hidden', async () => {
      const late = backFromNavigation();
      vi.advanceTimersByTime(4_000);
      expect(await late.position).toBeNull();
      const denied = backFromNavigation();
      denied.device.fail(1);
      expect(await denied.position).toBeNull();
      expect(await denied.own.fresh(30_000, 4_000)).toBeNull();
      const hidden = backFromNavigation();
      hide();
      expect(await hidden.position).toBeNull();
      expect(pageListeners.size).toBe(0);
    });

    it('is the simulated one in a demonstration, however old', async () => {
      const own = start(null);
      own.demonstrate({ lat: -34.9, lng: -56.16 });
      vi.setSystemTime(2_500_000);
      expect(await own.fresh(30_000, 4_000)).toMatchObject({ lat: -34.9 });
      expect(await start(null).fresh(30_000, 4_000)).toBeNull();
    });
  });

  it('does not watch the position off duty', () => {
    const device = aDevice();
    const own = start(device);
    device.fix(-34.9, -56.16);
    own.report(false);
    expect(device.isWatching()).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(sent).toHaveLength(1);
    expect(own.state().gps).toBe('off');
  });

  it('distinguishes a denied permission from a missing signal, and tolerates a tunnel', () => {
    const device = aDevice();
    const own = start(device);
    expect(own.state().gps).toBe('waiting');
    device.fail(2);
    expect(own.state().gps).toBe('unavailable');
    device.fix(-34.9, -56.16);
    device.fail(3);
    expect(own.state().gps).toBe('known');
    device.fail(1);
    expect(own.state().gps).toBe('denied');
    expect(start(null).state().gps).toBe('unavailable');
  });

  it('follows a road in a demonstration, and stops at its end', () => {
    const own = start(null);
    const road = [
      { lat: -34.9, lng: -56.16 },
      { lat: -34.9, lng: -56.15 },
    ];
    own.drive(road, 60);
    expect(own.state().driving).toBe(false);
    own.demonstrate({ lat: -34.9, lng: -56.16 });
    own.drive(road, 60);
    vi.advanceTimersByTime(30_000);
    expect(own.state().position?.lng).toBeCloseTo(-56.155, 4);
    expect(own.state().position?.heading).toBeCloseTo(90, 0);
    vi.advanceTimersByTime(31_000);
    expect(own.state()).toMatchObject({ driving: false, position: { lng: -56.15 } });
    expect(sent.at(-1)?.lng).toBe(-56.15);
  });

  it('changes speed without a jump, and ignores the GPS during a demonstration', () => {
    const device = aDevice();
    const own = start(device);
    own.demonstrate({ lat: -34.9, lng: -56.16 });
    own.drive(
      [
        { lat: -34.9, lng: -56.16 },
        { lat: -34.9, lng: -56.15 },
      ],
      120,
    );
    vi.advanceTimersByTime(30_000);
    own.setFast(true);
    device.fix(48.2, 16.4);
    vi.advanceTimersByTime(1_000);
    const moved = (own.state().position?.lng ?? 0) + 56.1575;
    expect(moved).toBeGreaterThan(0);
    expect(moved).toBeLessThan(0.0005);
  });

  it('stops with the demonstration', () => {
    const own = start(null);
    own.demonstrate({ lat: -34.9, lng: -56.16 });
    own.demonstrate(null);
    expect(own.state().demo).toBe(false);
  });
});
