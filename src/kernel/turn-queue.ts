/** Those who wait in one rank. The parties are in the order of their turns: the one that had one goes to the end. */
export class TurnQueue<Waiter extends { asker: { party: string } }> {
  readonly #parties = new Map<string, Waiter[]>()

  add(waiter: Waiter): void {
    const { party } = waiter.asker
    const own = this.#parties.get(party)
    if (own === undefined) this.#parties.set(party, [waiter])
    else own.push(waiter)
  }

  first(mayBegin: (waiter: Waiter) => boolean): Waiter | undefined {
    for (const [waiter] of this.#parties.values()) if (waiter !== undefined && mayBegin(waiter)) return waiter
    return undefined
  }

  serve(waiter: Waiter): void {
    const { party } = waiter.asker
    const [, ...others] = this.#parties.get(party) ?? []
    this.#parties.delete(party)
    if (others.length > 0) this.#parties.set(party, others)
  }

  /** Frees the place of one who gives up. */
  leave(waiter: Waiter): void {
    const { party } = waiter.asker
    const others = (this.#parties.get(party) ?? []).filter((other) => other !== waiter)
    if (others.length > 0) this.#parties.set(party, others)
    else this.#parties.delete(party)
  }

  count(party: string): number {
    return this.#parties.get(party)?.length ?? 0
  }

  size(): number {
    return [...this.#parties.values()].reduce((sum, own) => sum + own.length, 0)
  }

  empty(): Waiter[] {
    const all = [...this.#parties.values()].flat()
    this.#parties.clear()
    return all
  }
}
