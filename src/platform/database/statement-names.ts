import { createHash } from 'node:crypto'

/**
 * Names for the prepared statements of one connection, at most `limit` of them; `forget` is called with each name that is
 * dropped.
 */
export type StatementNames = {
  nameOf(text: string): string
  clear(): void
}

/** The same text always has the same name, on every connection and node. */
export function statementNames(limit: number, forget: (name: string) => void): StatementNames {
  const names = new Map<string, string>()

  const evictOldest = () => {
    for (const [text, name] of names) {
      names.delete(text)
      forget(name)
      return
    }
  }
  return {
    nameOf(text) {
      const known = names.get(text)
      const name = known ?? `m_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`
      if (known !== undefined) names.delete(text)
      else if (names.size >= limit) evictOldest()
      names.set(text, name)
      return name
    },
    clear() {
      for (const name of names.values()) forget(name)
      names.clear()
    },
  }
}
