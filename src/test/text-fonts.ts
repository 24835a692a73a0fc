import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A font of `src/web/fonts`: the characters that its rule names, and what it is made from. */
export type TextFont = { name: string; file: string; source: Buffer; characters: string; madeFrom: string }

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'src/web/fonts')
const rule = /url\('\.\/([a-z-]+)-text\.woff2'\).*?unicode-range:([^;]+)/gs

/** Says, by font, what the files were made from when they were made. */
export const madeFromFile = join(folder, 'made-from.json')

/** The fonts by `src/web/fonts/text.css` and the installed packages. */
export async function textFonts(): Promise<TextFont[]> {
  const rules = await readFile(join(folder, 'text.css'), 'utf8')
  return Promise.all(
    Array.from(rules.matchAll(rule), async ([, name = '', ranges = '']) => {
      const files = join(root, 'node_modules/@fontsource-variable', name, 'files')
      const source = await readFile(join(files, `${name}-latin-wght-normal.woff2`))
      const characters = charactersIn(ranges)
      const madeFrom = createHash('sha256').update(source).update(characters).digest('hex').slice(0, 16)
      return { name, file: join(folder, `${name}-text.woff2`), source, characters, madeFrom }
    }),
  )
}

function charactersIn(ranges: string): string {
  return Array.from(ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g), ([, first = '', last = first]) => {
    const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)]
    return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
  }).join('')
}
