import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  folder: string
  /** Fills it but for so many bytes. */
  fill(left: number): Promise<void>
  /** Gives back what was filled. */
  clear(): Promise<void>
  remove(): void
}

/** A disk of its own in memory, of so many megabytes. Only root may mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    async fill(left) {
      const { bavail, bsize } = await statfs(folder)
      const file = await open(ballast, 'w')
      const piece = Buffer.alloc(1 << 20, 1)
      for (let size = bavail * bsize - left; size > 0; size -= piece.length)
        await file.write(piece, 0, Math.min(size, piece.length))
      await file.close()
    },
    clear: () => rm(ballast, { force: true }),
    remove() {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

/** Whether this machine lets a test mount a disk; in many containers it does not. */
export function canMount(): boolean {
  try {
    mountSmallDisk(1).remove()
    return true
  } catch {
    return false
  }
}
