// Tests that the ids in the data for regulators do not reveal the exact times that the data round.
import { type VehicleNow, vehicleStatusOf } from '@kerb/domain/mobility-data';
import { expect, it } from 'vitest';
import { createTimedId, namedId } from './named-id.ts';

const minute = Date.parse('2026-03-02T12:00:00Z');
const exact = minute + 12_345;
const device_id = '9f1c6a52-3b7e-4d08-a1c4-5e2f8b90d713';
const vehicle: VehicleNow = {
  device_id,
  provider_id: '5b0f3f0e-8c4d-4a39-9d5a-1f6c7e28b094',
  on_duty: true,
  duty: { started_at: exact, ended_at: null },
  position: { lat: -34.9, lng: -56.1, seenAt: exact },
  booking: null,
};
const idsOf = (secret: string): string[] => {
  const terms = {
    now: exact,
    positionValidMs: 600_000,
    idOf: namedId,
    timedIdOf: createTimedId(secret),
  };
  const status = vehicleStatusOf(vehicle, terms);
  return status === null ? [] : [status.last_event.event_id, status.last_telemetry.telemetry_id];
};

it('the exact time of an event or position cannot be found by trying every ms of its minute', () => {
  const ids = idsOf('a secret of the tests');
  expect(ids).toEqual(idsOf('a secret of the tests'));
  expect(ids).not.toEqual(idsOf('another secret'));
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const tried = new Set(
    Array.from({ length: 60_000 }, (_, ms) => minute + ms).flatMap((at) => [
      namedId(`event ${device_id} service_start ${at}`),
      namedId(`telemetry ${device_id} ${at}`),
    ]),
  );
  expect(ids.map((id) => tried.has(id))).toEqual([false, false]);
});
