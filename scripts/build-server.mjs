// Bundles the server, which starts from a few files then instead of some two thousand (operating.md#starts-from-a-bundle).
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { contentOf, filesOf, keepStamp, programs } from '../bin/bundle.js'

const root = join(import.meta.dirname, '..')
const source = join(root, 'src')
/** How many are kept: a server may be running from an earlier one, and loads parts of it later. */
const kept = 3

/** What starts as a process or a thread of its own. */
const entries = {
  cli: 'main/cli.ts',
  worker: 'platform/database/embedded/worker.ts',
  'render-worker': 'platform/render/render-worker.ts',
  'lab-process': 'platform/browser/lab-process.ts',
}

/** What finds its own files next to it, and what is large and seldom loaded. */
const external = [
  '@electric-sql/pglite',
  '@zxcvbn-ts/language-common',
  'dictionary-en',
  'file-type',
  'oidc-provider',
  'pino',
  'pino-pretty',
  'sharp',
]

// npm also runs `prepare` after `npm ci --omit=dev`, where Vite is not installed: servers start from the sources there.
const vite = await import('vite').catch((error) => {
  if (error.code === 'ERR_MODULE_NOT_FOUND') return null
  throw error
})

if (vite) {
  const folder = await bundle()
  const isPacked = process.argv.includes('--packed')
  removeOthers(folder, isPacked ? 1 : kept)
}

/** Makes what is not there yet, and returns its folder. */
async function bundle() {
  const content = contentOf(filesOf(root), root)
  const folder = join(programs(root), content)
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date())
    return folder
  }
  const unfinished = `${folder}-${process.pid}`
  await build(unfinished)
  if (contentOf(filesOf(root), root) !== content) {
    rmSync(unfinished, { recursive: true })
    return bundle()
  }
  keepStamp(unfinished, filesOf(root))
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another process may have been faster: its files are the same.
    rmSync(unfinished, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

async function build(outDir) {
  mkdirSync(outDir, { recursive: true })
  await vite.build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [placeOfSource()],
    ssr: { noExternal: true, resolve: { conditions: ['source', 'node'] } },
    build: {
      ssr: true,
      outDir,
      target: 'esnext',
      minify: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(source, file)])),
        external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          comments: { annotation: false, jsdoc: false },
        },
      },
    },
  })
  for (const name of readdirSync(outDir).filter((one) => one.endsWith('.js'))) narrow(join(outDir, name))
}

/** V8 keeps a source with a character beyond Latin-1 at two bytes for each of its characters: 4 MB of each server. */
function narrow(file) {
  const code = readFileSync(file, 'utf8')
  const escaped = (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
  writeFileSync(file, code.replaceAll(/[^\0-\xFF]/g, escaped))
}

/** A module goes on to find migrations and the bundle of the browser next to its source; threads are next to what runs. */
function placeOfSource() {
  return {
    name: 'place-of-source',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(source)) return null
      const up = '/../../..'
      const places = { dirname: dirname(relative(root, id)), filename: relative(root, id) }
      const replaced = code.replaceAll(
        /import\.meta\.(dirname|filename)\b/g,
        (_, name) => `(import.meta.dirname + ${JSON.stringify(`${up}/${places[name].replaceAll('\\', '/')}`)})`,
      )
      return replaced === code ? null : { code: replaced, map: null }
    },
  }
}

function removeOthers(folder, count) {
  const place = dirname(folder)
  const age = (name) => Date.now() - statSync(join(place, name)).mtimeMs
  for (const name of readdirSync(place)
    .toSorted((a, b) => age(a) - age(b))
    .slice(count))
    rmSync(join(place, name), { recursive: true, force: true })
}
