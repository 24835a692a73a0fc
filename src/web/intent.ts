/** What a person means to do: the same input keeps its idempotency key until it is done. */
export type Intent = { keyFor(input: unknown): string; end(): void }

export function createIntent(): Intent {
  let current: { input: string; key: string } | null = null
  return {
    keyFor(input) {
      const written = JSON.stringify(input)
      if (current?.input !== written) current = { input: written, key: newKey() }
      return current.key
    },
    end() {
      current = null
    },
  }
}

// randomUUID exists only in secure contexts; this exists everywhere.
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
