import { opendir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'

import { type SkippedEntry, skippedEntry } from './record.ts'

/** A Markdown file; `path` is relative to the folder, with `/`. */
export type MarkdownFile = { path: string; bytes: number; read(): Promise<Buffer> }

export type FoundFile = { kind: 'file'; file: MarkdownFile } | SkippedEntry

/** Files as a folder has them, wherever they are. A second run knows them by `name` and path. */
export type FileTree = {
  name: string
  /** Its only file that is a source, where not all are. */
  only: string | null
  /** In the order of their paths, as often as it is called. */
  files(): AsyncIterable<FoundFile> | Iterable<FoundFile>
}

/** A folder of this machine, or a single file with what is next to it. */
export async function folderTree(source: string): Promise<FileTree> {
  const absolute = await realpath(source)
  const isFolder = (await stat(absolute)).isDirectory()
  const folder = isFolder ? absolute : dirname(absolute)
  return { name: basename(folder), only: isFolder ? null : basename(absolute), files: () => markdownFiles(folder) }
}

/** Every Markdown file below a folder in the order of its path; every other entry as a skipped one with its reason. */
export async function* markdownFiles(folder: string, at = ''): AsyncGenerator<FoundFile> {
  const names: string[] = []
  for await (const entry of await opendir(join(folder, at))) names.push(entry.name)

  for (const name of names.toSorted()) {
    const path = at === '' ? name : `${at}/${name}`
    const skipped = (what: string, reason: string) => skippedEntry(path, what, reason)
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
      else if (isMarkdown(name))
        yield { kind: 'file', file: { path, bytes: status.size, read: () => readFile(absolute) } }
      else yield skipped(whatFile(name), 'It is not a Markdown file')
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

/** What a report calls a file that is not Markdown. */
export function whatFile(name: string): string {
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0].toLowerCase()
  return extension ? `${extension} file` : 'file without extension'
}
