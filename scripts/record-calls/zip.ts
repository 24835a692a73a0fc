import { text } from 'node:stream/consumers'

import { fromBuffer, type ZipFile } from 'yauzl'
import yazl from 'yazl'

/** The files of an archive: name and text. */
export async function entriesOfZip(bytes: Buffer): Promise<[string, string][]> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  )
  const entries: [string, string][] = []
  for await (const entry of zip.eachEntry()) {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) =>
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
    )
    entries.push([entry.fileName, await text(stream)])
  }
  return entries
}

/** An archive of these files. */
export async function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), name, { mtime: new Date('2024-01-01T00:00:00Z') })
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk as Buffer))
  return Buffer.concat(chunks)
}
