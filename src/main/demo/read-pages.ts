import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import { readFrontMatter } from '#areas/exchange/index.ts'

/** What a file of sample content says in its front matter: fields of `createItem`, terms by their names. */
const fields = z.strictObject({
  title: z.string(),
  slug: z.string().optional(),
  excerpt: z.string(),
  tldr: z.string().optional(),
  metaDescription: z.string().optional(),
  primaryKeyword: z.string().optional(),
  status: z.literal('draft').optional(),
  category: z.string().optional(),
  tags: z.array(z.string()).optional(),
  faq: z.array(z.strictObject({ question: z.string(), answer: z.string() })).optional(),
})

export type SamplePage = z.output<typeof fields> & { content: string }

// A folder of the package, found alike from the sources and from the compiled code.
const folder = join(import.meta.dirname, '../../../examples/demo')

/** The sample pages of a collection, the oldest first: in the order of the numbers that their file names begin with. */
export async function readPages(collection: string): Promise<SamplePage[]> {
  const names = await readdir(join(folder, collection))
  const inOrder = names.toSorted((a, b) => parseInt(a, 10) - parseInt(b, 10))
  return Promise.all(inOrder.map((name) => readPage(join(folder, collection, name))))
}

async function readPage(path: string): Promise<SamplePage> {
  const read = readFrontMatter(await readFile(path, 'utf8'))
  if (read.kind !== 'read') throw new Error(`The sample page ${path} has no front matter that can be read`)
  return { ...fields.parse(read.fields), content: read.body.trim() }
}
