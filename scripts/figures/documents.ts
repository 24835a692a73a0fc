import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Checkout } from './checkout.ts'
import { type Section, sumBy, total } from './figures.ts'

/** Where citations are searched: everything that people read. */
const readable = [
  '*.md',
  '{docs,examples,bench,bin,scripts,migrations,.ci}/**/*.{md,ts,js,mjs,sql,sh}',
  '.ci/run',
  'src/**/*.{ts,tsx,css,md,yaml}',
]

/** A numbered decision (`D-` and digits), or a numbered section of a page (`page.md` and a number). */
const citation = /\bD-\d+\b|\b[a-z][a-z-]*\.md \d+(?:\.\d+)*/g

/** How long the architecture page is, and how often something is cited that is not in the repository. */
export function documentFigures({ root }: Checkout): Section[] {
  const found = globSync(readable, { cwd: root, exclude: (name) => name === 'node_modules' }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(citation)].map(([cited]) => ({ file, cited })),
  )
  const ofFolder = ({ file }: { file: string }) =>
    file.includes('/') ? (file.split('/')[0] ?? '') : 'pages of the root'
  const ofPage = ({ cited }: { cited: string }) => (cited.startsWith('D-') ? 'D-' : (cited.split(' ')[0] ?? ''))
  const words = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split(/\s+/).filter(Boolean).length
  const one = () => 1
  return [
    { title: 'pages', numbers: { 'words of ARCHITECTURE.md': words } },
    {
      title: 'citations of documents that are not here',
      numbers: { all: total(found.map(one)), ...sumBy(found, ofFolder, one), ...sumBy(found, ofPage, one) },
    },
  ]
}
