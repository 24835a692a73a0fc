/** Everything that is kept of one party. */
type Party = { name: string; bytes: number; slots: Map<string, Slot<unknown>>; isUsed: boolean }

type Slot<T> = {
  party: Party
  key: string
  value: T
  bytes: number
  aliases: string[]
  /** Asked for since somebody last looked for what can go. */
  isUsed: boolean
}

/** What a slot costs besides its value. */
const overhead = 400
const mostAliases = 4
const longestAlias = 1000

/**
 * Values by party and key within a number of bytes, of which one party has at most a quarter. What has not been asked for since
 * the last look goes first (the clock algorithm: a hit costs setting a flag). Room is made by the party that needs it as soon as it
 * holds more than its share of all, so that nobody pushes out the others.
 */
export class BoundedStore<T> {
  readonly #most: number
  readonly #left: (value: T) => void
  readonly #parties = new Map<string, Party>()
  readonly #aliases = new Map<string, Slot<T>>()
  #bytes = 0

  /** `left` is called with each value that goes. */
  constructor(most: number, left: (value: T) => void) {
    this.#most = most
    this.#left = left
  }

  get bytes(): number {
    return this.#bytes
  }

  get(party: string, key: string): T | undefined {
    return used(this.#slot(party, key))
  }

  /** The value that an alias leads to. */
  atAlias(alias: string): T | undefined {
    return used(this.#aliases.get(alias))
  }

  /** Lets a further name lead to a value, as long as it is kept: a few per value. */
  alias(party: string, key: string, alias: string): void {
    const slot = this.#slot(party, key)
    if (slot === undefined || slot.aliases.length >= mostAliases || alias.length > longestAlias) return
    if (this.#aliases.has(alias)) return
    slot.aliases.push(alias)
    this.#aliases.set(alias, slot)
    this.#grow(slot, alias.length * 2)
  }

  /** False: it is too large to be kept. */
  put(at: { party: string; key: string; bytes: number }, value: T): boolean {
    this.remove(at.party, at.key)
    const bytes = at.bytes + at.key.length * 2 + overhead
    if (bytes > this.#most / 4) return false
    const party = this.#parties.get(at.party) ?? { name: at.party, bytes: 0, slots: new Map(), isUsed: true }
    this.#parties.set(at.party, party)
    const slot: Slot<T> = { party, key: at.key, value, bytes: 0, aliases: [], isUsed: true }
    party.slots.set(at.key, slot)
    this.#grow(slot, bytes)
    return true
  }

  /** The bytes of a value are others now. */
  resize(at: { party: string; key: string; bytes: number }): void {
    const slot = this.#slot(at.party, at.key)
    if (slot === undefined) return
    const aliases = slot.aliases.reduce((sum, { length }) => sum + length * 2, 0)
    this.#grow(slot, at.bytes + at.key.length * 2 + overhead + aliases - slot.bytes)
  }

  remove(party: string, key: string): void {
    const slot = this.#slot(party, key)
    if (slot !== undefined) this.#drop(slot)
  }

  #slot(party: string, key: string): Slot<T> | undefined {
    return this.#parties.get(party)?.slots.get(key) as Slot<T> | undefined
  }

  #grow(slot: Slot<T>, bytes: number): void {
    const { party } = slot
    slot.bytes += bytes
    party.bytes += bytes
    this.#bytes += bytes
    while (party.bytes > this.#most / 4) this.#drop(this.#idle(party))
    while (this.#bytes > this.#most) {
      const isAboveShare = party.bytes > this.#most / this.#parties.size
      this.#drop(this.#idle(isAboveShare ? party : this.#idleParty()))
    }
  }

  /** The next party that was not asked for anything since the last look. */
  #idleParty(): Party {
    for (;;) {
      const [party] = this.#parties.values()
      if (party === undefined) throw new Error('nothing is kept, and yet it is too much')
      if (!party.isUsed) return party
      party.isUsed = false
      this.#parties.delete(party.name)
      this.#parties.set(party.name, party)
    }
  }

  #idle({ slots }: Party): Slot<T> {
    for (;;) {
      const [slot] = slots.values()
      if (slot === undefined) throw new Error('a party without values takes no room')
      if (!slot.isUsed) return slot as Slot<T>
      slot.isUsed = false
      slots.delete(slot.key)
      slots.set(slot.key, slot)
    }
  }

  #drop(slot: Slot<T>): void {
    const { party, key, bytes, aliases, value } = slot
    party.slots.delete(key)
    party.bytes -= bytes
    this.#bytes -= bytes
    for (const alias of aliases) this.#aliases.delete(alias)
    if (party.slots.size === 0) this.#parties.delete(party.name)
    this.#left(value)
  }
}

function used<T>(slot: Slot<T> | undefined): T | undefined {
  if (slot === undefined) return undefined
  slot.isUsed = true
  slot.party.isUsed = true
  return slot.value
}
