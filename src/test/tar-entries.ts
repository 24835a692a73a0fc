/** Bytes: what a tar archive consists of, and where the head of an entry has its size and its sum. */
export const block = 512
export const sizeAt = 124
export const sumAt = 148
const kindAt = 156

export type TarEntry = {
  /** With a slash before it. */
  name: string
  isFolder: boolean
  /** With its head, to the end of its last block. */
  bytes: Buffer
  content: Buffer
}

/** What is in an archive that `dumpDataDir` packed: folders come before what is in them. */
export function* entriesOf(archive: Buffer): Generator<TarEntry> {
  for (let at = 0; archive[at] !== undefined && archive[at] !== 0;) {
    const name = archive.toString('latin1', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(archive.toString('latin1', at + sizeAt, at + sizeAt + 12), 8)
    const end = at + block + Math.ceil(size / block) * block
    const content = archive.subarray(at + block, at + block + size)
    yield { name, isFolder: archive[at + kindAt] === '5'.charCodeAt(0), bytes: archive.subarray(at, end), content }
    at = end
  }
}
