import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Checkout } from './checkout.ts'
import { type Section, total } from './figures.ts'

/** What each call may send to the database at most, as `src/test/messages.test.ts` holds it. */
export function ceilingFigures({ root }: Checkout): Section[] {
  const file = join(root, 'src/test/message-ceilings.json')
  if (!existsSync(file)) return []
  const ceilings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { statements: number; messages: number }>
  const section = (kind: 'statements' | 'messages'): Section => ({
    title: `${kind} of a call`,
    numbers: {
      all: total(Object.values(ceilings).map((ceiling) => ceiling[kind])),
      ...Object.fromEntries(Object.entries(ceilings).map(([name, ceiling]) => [name, ceiling[kind]])),
    },
  })
  return [section('statements'), section('messages')]
}
