import type { Asker } from '#kernel/turns.ts'

/** Who has a connection of a pool, and since when: what somebody who waited in vain is told. */
export class InUse {
  readonly #open = new Map<object, { asker: Asker; since: number }>()

  /** Returns what ends the use. */
  begin(asker: Asker): () => void {
    const use = {}
    this.#open.set(use, { asker, since: performance.now() })
    return () => void this.#open.delete(use)
  }

  /** Of the one that has lasted longest: for how long, and what it is for. */
  longest(): string {
    const [first] = this.#open.values()
    if (first === undefined) return 'none is in use'
    const { asker, since } = first
    return `one has been in use for ${Math.round(performance.now() - since)} ms (${asker.rank}, ${asker.party})`
  }
}
