// SQL of searches in the city's tables: names by trigram, doors by number, corners by their two streets.
import type { LatLng } from '@kerb/domain/geo';
import type pg from 'pg';

export interface NameRow {
  readonly source: 'street' | 'place';
  readonly id: number;
  readonly name: string;
  readonly search: string;
  readonly kind: string;
  readonly area: string;
  readonly weight: number;
  readonly lng: number;
  readonly lat: number;
}
export interface DoorRow {
  readonly id: number;
  readonly streetId: number;
  readonly label: string;
  readonly number: number;
  readonly area: string;
  readonly lng: number;
  readonly lat: number;
}
export interface CornerRow {
  readonly id: number;
  readonly streetA: number;
  readonly streetB: number;
  readonly area: string;
  readonly lng: number;
  readonly lat: number;
}
export interface NearestDoor {
  readonly street: string;
  readonly label: string;
  readonly area: string;
  readonly metres: number;
}

const CANDIDATES_EACH = 40;
const at = 'location[0] as lng, location[1] as lat';

export class GeocoderRepository {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Streets and places whose name is similar to one of the texts. */
  async names(cityId: number, texts: readonly string[]): Promise<NameRow[]> {
    const { rows } = await this.#pool.query<NameRow>(`select * from maps_search_names($1, $2, $3)`, [
      cityId,
      texts,
      CANDIDATES_EACH,
    ]);
    return rows;
  }

  /** Doors of these streets with this number; for a street without it, the doors with the nearest numbers. */
  async doors(cityId: number, streetIds: readonly number[], number: number): Promise<DoorRow[]> {
    const { rows } = await this.#pool.query<DoorRow>(
      `select d.id, d.street_id as "streetId", d.label, d.number, d.area, d.location[0] as lng, d.location[1] as lat
        from unnest($2::int[]) as s(id) cross join lateral (
          (select * from maps_addresses where city_id = $1 and street_id = s.id and number >= $3 order by number limit 3)
          union all
          (select * from maps_addresses where city_id = $1 and street_id = s.id and number < $3 order by number desc limit 1)
        ) d`,
      [cityId, streetIds, number],
    );
    return rows;
  }

  /** Corners where a street of the first list meets one of the second. */
  async corners(cityId: number, some: readonly number[], others: readonly number[]): Promise<CornerRow[]> {
    const { rows } = await this.#pool.query<CornerRow>(
      `select id, street_a as "streetA", street_b as "streetB", area, ${at} from maps_corners
        where city_id = $1 and ((street_a = any($2::int[]) and street_b = any($3::int[]))
          or (street_a = any($3::int[]) and street_b = any($2::int[]))) limit 20`,
      [cityId, some, others],
    );
    return rows;
  }

  async street(cityId: number, id: number): Promise<NameRow | undefined> {
    const { rows } = await this.#pool.query<NameRow>(
      `select 'street' as source, id, name, search, 'street' as kind, area, weight, ${at}
       from maps_streets where city_id = $1 and id = $2`,
      [cityId, id],
    );
    return rows[0];
  }

  async place(cityId: number, id: number): Promise<NameRow | undefined> {
    const { rows } = await this.#pool.query<NameRow>(
      `select 'place' as source, id, name, search, kind, area, weight, ${at}
       from maps_places where city_id = $1 and id = $2`,
      [cityId, id],
    );
    return rows[0];
  }

  async door(cityId: number, id: number): Promise<DoorRow | undefined> {
    const { rows } = await this.#pool.query<DoorRow>(
      `select id, street_id as "streetId", label, number, area, ${at} from maps_addresses where city_id = $1 and id = $2`,
      [cityId, id],
    );
    return rows[0];
  }

  async corner(cityId: number, id: number): Promise<CornerRow | undefined> {
    const { rows } = await this.#pool.query<CornerRow>(
      `select id, street_a as "streetA", street_b as "streetB", area, ${at} from maps_corners where city_id = $1 and id = $2`,
      [cityId, id],
    );
    return rows[0];
  }

  /**
   * The door nearest to a point. The index orders by degrees, in which longitudes are too long, so the distances of the
   * nearest few are computed in metres.
   */
  async nearestDoor(cityId: number, { lat, lng }: LatLng): Promise<NearestDoor | undefined> {
    const { rows } = await this.#pool.query<NearestDoor>(
      `select s.name as street, n.label, n.area, n.metres from (
          select street_id, label, area, 111195 * sqrt(
            power((location[0] - $2) * cos(radians($3)), 2) + power(location[1] - $3, 2)) as metres
          from (select * from maps_addresses where city_id = $1 and is_main
                order by location <-> point($2, $3) limit 12) c
        ) n join maps_streets s on s.city_id = $1 and s.id = n.street_id order by n.metres limit 1`,
      [cityId, lng, lat],
    );
    return rows[0];
  }
}
