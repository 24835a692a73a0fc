import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { parse } from 'yaml'

/** An item of the demonstration content: what `createItem` takes, with names where it takes ids. */
export type DemoItem = {
  /** The name of its file. */
  name: string
  collection: string
  categories?: string[]
  tags?: string[]
  authors?: string[]
  /** Days from today. */
  scheduledIn?: number
  /** Everything that is passed on as it is. */
  fields: Record<string, unknown>
}

/** The items of the folder `items`, in the order of their names. */
export function readItems(): DemoItem[] {
  const folder = join(import.meta.dirname, 'items')
  return readdirSync(folder)
    .toSorted()
    .map((file) => {
      const [, head = '', content = ''] =
        /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(join(folder, file), 'utf8')) ?? []
      const {
        collection = 'articles',
        categories,
        tags,
        authors,
        scheduledIn,
        ...fields
      } = parse(head) as Omit<DemoItem, 'name' | 'fields'>
      const name = file.replace(/\.md$/, '')
      return {
        name,
        collection,
        ...optional({ categories, tags, authors, scheduledIn }),
        fields: { ...fields, content },
      }
    })
}

/** Without what is undefined. */
function optional<T extends object>(given: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
