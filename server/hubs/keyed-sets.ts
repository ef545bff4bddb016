const empty: ReadonlySet<never> = new Set<never>()

/** A set of values for each key; a key without values isn't kept. */
export class KeyedSets<K, V> {
  readonly #sets = new Map<K, Set<V>>()
  readonly #keys = new Set<K>()

  /** The keys that have values now; stays current. */
  readonly keys: ReadonlySet<K> = this.#keys

  add(key: K, value: V): void {
    const set = this.#sets.get(key)
    if (set) {
      set.add(value)
      return
    }
    this.#sets.set(key, new Set([value]))
    this.#keys.add(key)
  }

  delete(key: K, value: V): void {
    const set = this.#sets.get(key)
    if (!set?.delete(value) || set.size > 0) return
    this.#sets.delete(key)
    this.#keys.delete(key)
  }

  get(key: K): ReadonlySet<V> {
    return this.#sets.get(key) ?? empty
  }
}
