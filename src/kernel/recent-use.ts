/** So many are looked through for those that can be forgotten. */
const manyParties = 500

/** For how long each party had the resource lately, in ms: of what is a second old, half counts. */
export class RecentUse {
  readonly #uses = new Map<string, { ms: number; at: number }>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  of(party: string): number {
    const use = this.#uses.get(party)
    return use === undefined ? 0 : use.ms * 2 ** ((use.at - this.#now()) / 1000)
  }

  /** When a party's last turn ended. */
  lastOf(party: string): number {
    return this.#uses.get(party)?.at ?? -Infinity
  }

  add(party: string, ms: number): void {
    this.#uses.set(party, { ms: this.of(party) + ms, at: this.#now() })
    if (this.#uses.size > manyParties) for (const one of this.#uses.keys()) if (this.of(one) < 1) this.#uses.delete(one)
  }
}
