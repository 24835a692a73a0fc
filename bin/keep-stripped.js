import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// A start reads the sources as an earlier one has stripped them, without the stripper, which would stay in memory; Node's own cache
// of them keeps all that it reads (operating.md#sources-run-as-they-are). It is next to the packages, where only the user who
// installs them may write; if another user runs the server, every start strips again.
const folder = join(import.meta.dirname, '../node_modules/.cache/masthead-stripped', process.version)
const sources = new URL('../src/', import.meta.url).href

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(sources) || !url.endsWith('.ts')) return next(url, context)
    return { format: 'module', source: stripped(readFileSync(fileURLToPath(url), 'utf8')), shortCircuit: true }
  },
})

function stripped(source) {
  const file = join(folder, hash('sha1', source))
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const text = withoutNotice(() => stripTypeScriptTypes(source))
    keep(file, text)
    return text
  }
}

// Node.js says at the first call that this function may still change; people who start a server can do nothing about it.
function withoutNotice(strip) {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return strip()
  } finally {
    process.emitWarning = emitWarning
  }
}

// Complete or not at all: another process may read it meanwhile. Where nothing can be written, nothing is kept.
function keep(file, text) {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, text)
    renameSync(`${file}.${process.pid}`, file)
  } catch {}
}
