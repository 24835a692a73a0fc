/** Counts by name, in the order in which the names came. From 1,000 names on the rest is counted together. */
export class Tally {
  readonly #counts = new Map<string, number>()

  add(name: string, count = 1): void {
    const key = this.#counts.has(name) || this.#counts.size < 1000 ? name : '…'
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count)
  }

  entries(): [name: string, count: number][] {
    return [...this.#counts]
  }
}
