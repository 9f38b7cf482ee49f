// Stores the coordinates of all nodes of a file in typed arrays, because a city has millions of nodes.

const FIRST_CAPACITY = 1 << 16;

/** Maps node ids to coordinates in 1e-7 degree, by binary search; `finish` sorts the nodes if the file did not. */
export class NodeTable {
  #ids = new Float64Array(FIRST_CAPACITY);
  #lats = new Int32Array(FIRST_CAPACITY);
  #lngs = new Int32Array(FIRST_CAPACITY);
  #size = 0;
  #sorted = true;

  get size(): number {
    return this.#size;
  }

  add(id: number, latE7: number, lngE7: number): void {
    if (this.#size === this.#ids.length) this.#grow();
    if (this.#size > 0 && id < (this.#ids[this.#size - 1] ?? 0)) this.#sorted = false;
    this.#ids[this.#size] = id;
    this.#lats[this.#size] = latE7;
    this.#lngs[this.#size] = lngE7;
    this.#size += 1;
  }

  finish(): void {
    if (this.#sorted) return;
    const order = Uint32Array.from({ length: this.#size }, (_, i) => i);
    order.sort((a, b) => (this.#ids[a] ?? 0) - (this.#ids[b] ?? 0));
    this.#ids = Float64Array.from(order, (i) => this.#ids[i] ?? 0);
    this.#lats = Int32Array.from(order, (i) => this.#lats[i] ?? 0);
    this.#lngs = Int32Array.from(order, (i) => this.#lngs[i] ?? 0);
    this.#sorted = true;
  }

  /** [lng, lat] in degrees, or undefined for a node that is not in the file. */
  lngLat(id: number): [number, number] | undefined {
    let low = 0;
    let high = this.#size - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#ids[middle] ?? 0;
      if (found === id) return [(this.#lngs[middle] ?? 0) / 1e7, (this.#lats[middle] ?? 0) / 1e7];
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  #grow(): void {
    const ids = new Float64Array(this.#ids.length * 2);
    const lats = new Int32Array(ids.length);
    const lngs = new Int32Array(ids.length);
    ids.set(this.#ids);
    lats.set(this.#lats);
    lngs.set(this.#lngs);
    this.#ids = ids;
    this.#lats = lats;
    this.#lngs = lngs;
  }
}
