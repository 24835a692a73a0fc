import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

import { Refusal } from '#kernel/errors.ts'

import { folderTree, isMarkdown, markdownFiles } from './markdown-files.ts'
import { type MarkdownOptions, readMarkdown } from './markdown-folder.ts'
import { isPictureName } from './picture-uses.ts'
import type { ImportRecord } from './record.ts'
import { fileBytes } from './source-bytes.ts'
import { readWxr } from './wxr.ts'

/** A source of the command: its records, and how many entries it has, to show progress. */
export type ImportSource = { entries: number; records: AsyncIterable<ImportRecord> }

/** Opens a folder of Markdown, a Markdown file or a WordPress export file (WXR). Refuses what is none of them. */
export async function openSource(path: string, options: MarkdownOptions): Promise<ImportSource> {
  const status = await stat(path).catch(() => undefined)
  if (status?.isDirectory())
    return { entries: await countFiles(path), records: readMarkdown(await folderTree(path), options) }
  if (status?.isFile() && isMarkdown(path))
    return { entries: 1, records: readMarkdown(await folderTree(path), options) }
  if (status?.isFile() && /\.(xml|wxr)$/i.test(path))
    return { entries: await countElements(path, '<item'), records: readWxr(fileBytes(path), options) }
  const found = status === undefined ? 'There is no such file or folder' : 'It is neither Markdown nor XML'
  throw new Refusal('validation_failed', `${found}: ${path}. Name a folder, a Markdown file or a WordPress export.`)
}

async function countFiles(folder: string): Promise<number> {
  let files = 0
  for await (const found of markdownFiles(folder))
    if (found.kind !== 'other' || !isPictureName(found.file.path)) files++
  return files
}

async function countElements(path: string, tag: string): Promise<number> {
  let [count, rest] = [0, '']
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
    const text: string = rest + chunk
    count += text.split(tag).length - 1
    rest = text.slice(1 - tag.length)
  }
  return count
}
