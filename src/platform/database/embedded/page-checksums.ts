import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const pageSize = 8192
/** Blocks of one file of a relation: a larger one goes on in `<number>.1` and so on. */
const blocksOfFile = 131_072
const pagesAtOnce = 128

export type PageReport = { pages: number; damaged: { file: string; block: number }[] }

/**
 * Reads every page of tables and indexes of an embedded database and compares its checksum (PostgreSQL, storage/checksum_impl.h).
 * It reads files alone, so it works without the engine, and beside a running one: a page that is just being written is looked
 * at again. Throws where a file cannot be read.
 */
export async function readPages(directory: string): Promise<PageReport> {
  const report: PageReport = { pages: 0, damaged: [] }
  for (const folder of ['base', 'global'])
    for (const entry of await readdir(join(directory, folder), { recursive: true, withFileTypes: true })) {
      const part = /^\d+(?:_(?:fsm|vm|init))?(?:\.(\d+))?$/.exec(entry.name)
      if (part === null || !entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      await readFilePages(path, Number(part[1] ?? 0) * blocksOfFile, (block, isDamaged) => {
        report.pages++
        if (isDamaged) report.damaged.push({ file: path.slice(directory.length + 1), block })
      })
    }
  return report
}

async function readFilePages(path: string, first: number, tell: (block: number, isDamaged: boolean) => void) {
  const file = await open(path, 'r')
  try {
    const pages = Buffer.alloc(pageSize * pagesAtOnce)
    for (let at = 0; ; at += pagesAtOnce) {
      const { bytesRead } = await file.read(pages, 0, pages.length, at * pageSize)
      for (let n = 0; (n + 1) * pageSize <= bytesRead; n++) {
        const block = at + n
        const isSound = isSoundPage(pages.subarray(n * pageSize, (n + 1) * pageSize), first + block)
        tell(block, !isSound && !(await isSoundLater(file, block, first)))
      }
      if (bytesRead < pages.length) return
    }
  } finally {
    await file.close()
  }
}

async function isSoundLater(file: Awaited<ReturnType<typeof open>>, block: number, first: number): Promise<boolean> {
  const page = Buffer.alloc(pageSize)
  for (const ms of [20, 100, 300]) {
    await pause(ms)
    const { bytesRead } = await file.read(page, 0, pageSize, block * pageSize)
    if (bytesRead < pageSize || isSoundPage(page, first + block)) return true
  }
  return false
}

function isSoundPage(page: Buffer, block: number): boolean {
  // A page that was only reserved is empty.
  if (page.readUInt16LE(upperAt) === 0) return page.every((byte) => byte === 0)
  return page.readUInt16LE(checksumAt) === checksumOf(page, block)
}

const checksumAt = 8
const upperAt = 14

/** 32 sums side by side, each over every 32nd word, by a variant of FNV-1a. */
function checksumOf(page: Buffer, block: number): number {
  const words = new Int32Array(pageSize / 4)
  new Uint8Array(words.buffer).set(page)
  // The checksum itself counts as zero.
  words[checksumAt / 4] = (words[checksumAt / 4] ?? 0) & 0xffff0000
  let sum = 0
  for (const [lane, offset] of offsets.entries()) {
    let own = offset | 0
    for (let at = lane; at < words.length; at += offsets.length) own = mix(own, words[at] ?? 0)
    sum ^= mix(mix(own, 0), 0)
  }
  return (((sum ^ block) >>> 0) % 65_535) + 1
}

function mix(sum: number, word: number): number {
  const mixed = sum ^ word
  return Math.imul(mixed, prime) ^ (mixed >>> 17)
}

const prime = 16_777_619
const offsets = [
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
] as const
