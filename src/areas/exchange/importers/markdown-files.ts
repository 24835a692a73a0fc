import { lstat, opendir, readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'

import { type SkippedEntry, type SourceFile, skippedEntry } from './record.ts'

/** A Markdown file, or another one that a text may name. */
export type FoundFile = { kind: 'file' | 'other'; file: SourceFile } | SkippedEntry

/** Files as a folder has them, wherever they are. A second run knows them by `name` and path. */
export type FileTree = {
  name: string
  /** Its only file that is a source, where not all are. */
  only: string | null
  /** In the order of their paths, as often as it is called. */
  files(): AsyncIterable<FoundFile> | Iterable<FoundFile>
  /** Files next to the source that its site serves from its root, by their path there. */
  served?(): AsyncIterable<FoundFile>
}

/** A folder of this machine, or a single file with what is next to it. */
export async function folderTree(source: string): Promise<FileTree> {
  const absolute = await realpath(source)
  const isFolder = (await stat(absolute)).isDirectory()
  const folder = isFolder ? absolute : dirname(absolute)
  return {
    name: basename(folder),
    only: isFolder ? null : basename(absolute),
    files: () => markdownFiles(folder),
    served: () => servedFiles(folder),
  }
}

/** Folders of texts that site generators know, and those next to them whose files a site serves from its root. */
const textFolders = new Set(['content', 'posts', '_posts', 'pages', 'docs', 'blog', 'source', 'src'])
const servedFolders = ['static', 'public']

async function* servedFiles(folder: string): AsyncGenerator<FoundFile> {
  if (!textFolders.has(basename(folder))) return
  for (const name of servedFolders) {
    const served = join(dirname(folder), name)
    const status = await lstat(served).catch(() => undefined)
    if (status?.isDirectory() === true) yield* markdownFiles(served)
  }
}

/** Every file below a folder in the order of its path; what cannot be read as a skipped entry with its reason. */
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
      else {
        const file = { path, bytes: status.size, read: () => readFile(absolute) }
        yield { kind: isMarkdown(name) ? 'file' : 'other', file }
      }
    }
  }
}

export function isMarkdown(name: string): boolean {
  return /\.(mdx?|markdown|mdown|mkd)$/i.test(name)
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
