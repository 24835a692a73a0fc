import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Which bundle of the server belongs to the sources (operating.md#starts-from-a-bundle).
const besides = ['package.json', 'package-lock.json', 'scripts/build-server.mjs']
const stampFile = 'stamp'

/** Where bundles are, each in a folder that has the hash of its sources' content as its name. */
export const programs = (root) => join(root, 'dist/program')

/** The bundled program of exactly these sources, or of an installation that has none; undefined without one. */
export function bundled(root) {
  const folders = foldersIn(programs(root))
  if (folders.length === 0) return undefined
  const folder = existsSync(join(root, 'src/main/cli.ts')) ? fitting(root, folders) : folders[0]
  return folder === undefined ? undefined : join(folder, 'cli.js')
}

// Looking at 1,600 files takes half as long as reading them, which is left to what was copied or checked out again.
function fitting(root, folders) {
  const files = filesOf(root)
  const stamp = stampOf(files)
  const same = folders.find((folder) => readOf(join(folder, stampFile)) === stamp)
  if (same !== undefined) return same
  const content = join(programs(root), contentOf(files, root))
  if (!folders.includes(content)) return undefined
  keep(content, stamp)
  return content
}

/** The files that a bundle is made of. */
export function filesOf(root) {
  const files = besides.map((name) => join(root, name)).filter((file) => existsSync(file))
  const add = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const { name } = entry
      if (entry.isDirectory()) add(`${folder}/${name}`)
      else if (name.endsWith('.ts') && !name.endsWith('.test.ts')) files.push(`${folder}/${name}`)
    }
  }
  for (const entry of readdirSync(join(root, 'src'), { withFileTypes: true }))
    if (entry.isDirectory() && entry.name !== 'test' && entry.name !== 'web') add(join(root, 'src', entry.name))
  return files.toSorted()
}

/** The same as long as nothing has been written to any of them. */
function stampOf(files) {
  const lines = files.map((file) => {
    const { size, mtimeMs, ctimeMs } = statSync(file)
    return `${file} ${size} ${mtimeMs} ${ctimeMs}`
  })
  return hash('sha256', lines.join('\n'))
}

/** The same wherever they are. */
export function contentOf(files, root) {
  const lines = files.map((file) => `${file.slice(root.length)} ${hash('sha1', readFileSync(file))}`)
  return hash('sha256', lines.join('\n')).slice(0, 16)
}

export function keepStamp(folder, files) {
  keep(folder, stampOf(files))
}

// Complete or not at all: another process may read it meanwhile. Where nothing can be written, the files are read each time.
function keep(folder, stamp) {
  const file = join(folder, stampFile)
  try {
    writeFileSync(`${file}.${process.pid}`, stamp)
    renameSync(`${file}.${process.pid}`, file)
  } catch {}
}

function foldersIn(folder) {
  try {
    const names = readdirSync(folder).filter((name) => !name.includes('-'))
    return names.map((name) => join(folder, name))
  } catch {
    return []
  }
}

function readOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
