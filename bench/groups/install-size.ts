import { execFileSync } from 'node:child_process'
import { copyFileSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addFact } from '../result/facts.ts'
import type { Run } from '../rows.ts'

const root = join(import.meta.dirname, '../..')
const largest = 10

/** What an installation takes: production packages without the Node.js that comes as one, installed into an empty folder. */
export function measureInstall(run: Run): void {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-install-'))
  try {
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(folder, name))
    const args = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
    execFileSync('npm', args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
    const packages = packagesIn(join(folder, 'node_modules')).filter(({ name }) => !isNode(name))
    const bytes = packages.reduce((sum, each) => sum + each.bytes, 0)
    const first = packages.toSorted((a, b) => b.bytes - a.bytes).slice(0, largest)
    const note = first.map((each) => `${each.name} ${(each.bytes / 1e6).toFixed(1)}`).join(', ')
    const common = { group: 'lifecycle', engine: null } as const
    addFact(run, { id: 'install, size', ...common, value: bytes / 1e6, unit: 'MB', goal: 'P-14', atMost: 120, note })
    addFact(run, { id: 'install, packages', ...common, value: packages.length, unit: 'packages' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function isNode(name: string): boolean {
  return /^node-(linux|win|darwin)-/.test(name)
}

function packagesIn(folder: string): { name: string; bytes: number }[] {
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
    )
    .map((name) => ({ name, bytes: bytesBelow(join(folder, name)) }))
}

/** Bytes on the disk, in its blocks. */
function bytesBelow(path: string): number {
  const found = lstatSync(path)
  const own = found.blocks * 512
  if (!found.isDirectory()) return own
  return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), own)
}
