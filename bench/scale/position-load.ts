// Cars that report to a server: as many positions as it accepts, or at a fixed rate.
import { setTimeout as pause } from 'node:timers/promises';
import type { LatLng } from '@kerb/domain/geo';
import { type LiveSocket, openAll, openLiveSocket, type Received } from '../sockets/live-socket.ts';
import { positionAt } from '../sockets/positions.ts';
import type { ScaledServer } from './installation.ts';

/** Positions that await their response at a time. */
const WORKERS = 24;
/** A server accepts five positions per car and second. */
const MIN_INTERVAL_MS = 230;
const TICK_MS = 50;
const METRES_DEGREES = 0.000_01;

export interface Cars {
  /** Reports as fast as the server responds, for this number of seconds; returns the number of accepted positions. */
  saturate(seconds: number): Promise<number>;
  /** Each car reports once. */
  reportOnce(): Promise<void>;
  /** Reports at a steady rate; returns the number of accepted positions. */
  report(perSecond: number, seconds: number): Promise<number>;
  /** Error codes received. */
  readonly errors: readonly string[];
  end(): void;
}

interface Car {
  readonly socket: LiveSocket;
  readonly start: LatLng;
  step: number;
  reportedAt: number;
}

/** Cars are spread over a city of many cells; each moves about a metre with every report. */
export const startOf = (index: number, server: number): LatLng => ({
  lat: -34.9 + (index % 20) * 0.01 + server * 0.002,
  lng: -56.3 + Math.floor(index / 20) * 0.01,
});

function sendNext(car: Car): void {
  car.step += 1;
  car.reportedAt = performance.now();
  car.socket.log(positionAt({ lat: car.start.lat + car.step * METRES_DEGREES, lng: car.start.lng }));
}

/** Messages of a socket are handled in order, so the pong shows that the position was accepted. */
async function untilTaken({ socket }: Car): Promise<void> {
  const pong = socket.next('pong');
  socket.log({ type: 'ping' });
  await pong;
}

const waitForTurn = ({ reportedAt }: Car): Promise<unknown> =>
  pause(Math.max(0, MIN_INTERVAL_MS - (performance.now() - reportedAt)));

export async function openCars({ origin, drivers }: ScaledServer, server: number): Promise<Cars> {
  const errors: string[] = [];
  const listen = (message: Received) => {
    if (message.type === 'error') errors.push(String(message.code));
  };
  const sockets = await openAll(drivers, (driver) => openLiveSocket(origin, driver, listen));
  const cars = sockets.map((socket, index): Car => {
    return { socket, start: startOf(index, server), step: 0, reportedAt: 0 };
  });

  async function saturate(seconds: number): Promise<number> {
    const end = performance.now() + seconds * 1000;
    let taken = 0;
    const work = async (own: readonly Car[]): Promise<void> => {
      for (let index = 0; performance.now() < end; index = (index + 1) % own.length) {
        const car = own[index];
        if (car === undefined) return;
        await waitForTurn(car);
        sendNext(car);
        await untilTaken(car);
        taken += 1;
      }
    };
    const workers = Array.from({ length: WORKERS }, (_, worker) =>
      work(cars.filter((_car, index) => index % WORKERS === worker)),
    );
    await Promise.all(workers);
    return taken;
  }

  async function report(perSecond: number, seconds: number): Promise<number> {
    const begun = performance.now();
    let reported = 0;
    for (;;) {
      const elapsed = performance.now() - begun;
      if (elapsed >= seconds * 1000) break;
      for (const due = Math.floor((elapsed / 1000) * perSecond); reported < due; reported += 1) {
        const car = cars[reported % cars.length];
        if (car !== undefined) sendNext(car);
      }
      await pause(TICK_MS);
    }
    for (const car of cars) await untilTaken(car);
    return reported;
  }

  async function reportOnce(): Promise<void> {
    for (const [index, car] of cars.entries()) {
      sendNext(car);
      if (index % WORKERS === 0) await untilTaken(car);
    }
    for (const car of cars) await untilTaken(car);
  }

  return {
    saturate,
    reportOnce,
    report,
    errors,
    end() {
      for (const socket of sockets) socket.end();
    },
  };
}
