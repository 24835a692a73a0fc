import { createHash } from 'node:crypto'

/** What a path, an address or a long text is found by. */
export function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex')
}
