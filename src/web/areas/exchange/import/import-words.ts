import type { InputOf, OutputOf } from '#web/operations.ts'

export type Source = Exclude<InputOf<'importItems'>['source'], 'connected_cms'>

type About = {
  value: Source
  label: string
  hint: string
  address: string | null
  file: { accept: string; what: string } | null
}

/** What can be imported from: by which address, or by which file. */
export const sources: readonly About[] = [
  {
    value: 'wordpress_rest',
    label: 'WordPress site',
    hint: 'Its published posts, read from the site itself.',
    address: 'Of the site: https://blog.example.com',
    file: null,
  },
  {
    value: 'wxr',
    label: 'WordPress export file',
    hint: 'Tools > Export in WordPress writes it: drafts and old addresses come along.',
    address: 'Of the file, with https',
    file: { accept: '.xml,application/xml,text/xml', what: 'An XML file of at most 15 MB' },
  },
  {
    value: 'markdown',
    label: 'Markdown',
    hint: 'One file, or a ZIP archive of a folder with its pictures.',
    address: 'Of the file or archive, with https',
    file: { accept: '.md,.markdown,.mdx,.zip', what: 'A Markdown file or a ZIP archive of at most 15 MB' },
  },
  {
    value: 'rss',
    label: 'RSS or Atom feed',
    hint: 'What the feed holds, most often the newest posts.',
    address: 'Of the feed',
    file: null,
  },
  {
    value: 'sitemap',
    label: 'Sitemap',
    hint: 'Every page that it lists, read one by one.',
    address: 'Of the sitemap: https://example.com/sitemap.xml',
    file: null,
  },
]

/** The type under which a file is sent. */
export function typeOf(source: Source, name: string): string {
  if (source === 'wxr') return 'application/xml'
  return name.toLowerCase().endsWith('.zip') ? 'application/zip' : 'text/markdown'
}

type Listed = { source: string; reason: string }
/** Jobs of earlier versions name the source only. */
type FailedPicture = Listed & { address?: string; article?: string | null; itemId?: string | null }

/** What a job of `importItems` gives. */
export type ImportResult = {
  created: number
  matched: number
  updated: number
  skipped: Listed[]
  skippedTotal: number
  media: { created: number; matched: number; failed: FailedPicture[]; failedTotal: number }
  redirects: { created: number; matched: number }
  /** What was read, for a retry; missing in jobs of earlier versions, as `preview` is. */
  from?: InputOf<'importItems'>
  preview?: boolean
  /** Jobs of earlier versions did not count them. */
  notesTotal?: number
  notes: { code: string; message: string; count: number; sources: string[] }[]
  urlTemplates: {
    collectionId: OutputOf<'listCollections'>['items'][number]['id']
    urlTemplate: string
    keeps: number
    of: number
  }[]
}

/** The result of a job as what it is: the server writes it in this form. */
export function resultOf(job: { kind: string; result: Record<string, unknown> | null }): ImportResult | null {
  return job.kind === 'importItems' ? (job.result as ImportResult | null) : null
}
