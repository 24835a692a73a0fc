import { opendir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'

import type { SkippedEntry } from './record.ts'

/** A Markdown file; `path` is relative to the folder, with `/`. */
export type MarkdownFile = { path: string; absolute: string; bytes: number }

export type FoundFile = { kind: 'file'; file: MarkdownFile } | SkippedEntry

/** The folder of a source: the folder itself, or that of a single file. */
export async function sourceFolder(source: string): Promise<{ folder: string; name: string; only: string | null }> {
  const absolute = await realpath(source)
  if ((await stat(absolute)).isDirectory()) return { folder: absolute, name: basename(absolute), only: null }
  return { folder: dirname(absolute), name: basename(dirname(absolute)), only: basename(absolute) }
}

/** Every Markdown file below a folder in the order of its path; each other entry as a skipped one with its reason. */
export async function* markdownFiles(folder: string, at = ''): AsyncGenerator<FoundFile> {
  const names: string[] = []
  for await (const entry of await opendir(join(folder, at))) names.push(entry.name)

  for (const name of names.toSorted()) {
    const path = at === '' ? name : `${at}/${name}`
    const skipped = (what: string, reason: string): SkippedEntry => ({
      kind: 'skipped',
      sourceLabel: path,
      what,
      reason,
      count: 1,
    })
    if (name.startsWith('.')) {
      yield skipped('hidden file', 'Names that begin with a dot are left out')
      continue
    }
    const absolute = join(folder, path)
    const real = await realpath(absolute).catch(() => null)
    if (real === null) {
      yield skipped('link', 'The link leads nowhere')
    } else if (isOutside(folder, real)) {
      yield skipped('link', 'The link leads out of the folder')
    } else if (real !== absolute) {
      yield skipped('link', 'The link leads to a file that is found under its own name')
    } else {
      const status = await stat(absolute)
      if (status.isDirectory()) yield* markdownFiles(folder, path)
      else if (!status.isFile()) yield skipped('special file', 'It is neither a file nor a folder')
      else if (isMarkdown(name)) yield { kind: 'file', file: { path, absolute, bytes: status.size } }
      else yield skipped(whatFile(name), 'It is no Markdown file')
    }
  }
}

export function isMarkdown(name: string): boolean {
  return /\.(md|markdown|mdown|mkd)$/i.test(name)
}

function isOutside(folder: string, real: string): boolean {
  const path = relative(folder, real)
  return path === '..' || path.startsWith(`..${sep}`)
}

function whatFile(name: string): string {
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0].toLowerCase()
  return extension ? `${extension} file` : 'file without extension'
}
