import { inspect } from 'node:util'

/** What a secret shows instead of its value. */
export const mask = '[secret]'

/**
 * A value that must not be printed, logged, stored in the clear or sent. JSON, text, inspection, spreading and cloning
 * show a mask or nothing; `reveal()` is the only way out (calls.md#secrets-are-shown-once).
 */
export class Secret<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  /** The value. Only for cryptography, connections and signing. */
  reveal(): T {
    return this.#value
  }

  toString(): string {
    return mask
  }

  toJSON(): string {
    return mask
  }

  [Symbol.toPrimitive](hint: string): string | number {
    return hint === 'number' ? NaN : mask
  }

  [inspect.custom](): string {
    return mask
  }
}
