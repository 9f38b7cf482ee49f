// Types of the three kinds of OpenStreetMap element, as the city tools store them in memory.

export type Tags = Readonly<Record<string, string>>;

/** Coordinates are in units of 1e-7 degree, the precision of OpenStreetMap itself. */
export interface OsmNode {
  readonly id: number;
  readonly latE7: number;
  readonly lngE7: number;
  readonly tags: Tags;
}

export interface OsmWay {
  readonly id: number;
  readonly refs: readonly number[];
  readonly tags: Tags;
}

export interface OsmRelation {
  readonly id: number;
  readonly members: readonly { readonly way: number; readonly role: 'outer' | 'inner' }[];
  readonly tags: Tags;
}

export interface OsmData {
  readonly nodes: readonly OsmNode[];
  readonly ways: readonly OsmWay[];
  readonly relations: readonly OsmRelation[];
}
