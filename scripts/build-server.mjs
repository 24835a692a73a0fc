// Compiles the server for the packed package (operating.md#sources-run-as-they-are).
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

mkdirSync(join(root, 'dist'), { recursive: true })
for (const name of readdirSync(join(root, 'dist')).filter((one) => one !== 'web' && one !== 'templates'))
  rmSync(join(root, 'dist', name), { recursive: true })

const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
// What the server reads besides its code.
cpSync(join(root, 'src/std/tokens.css'), join(root, 'dist/std/tokens.css'))
process.exitCode = status ?? 1
