import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { bundled } from './bundle.js'

// The server as it was bundled from these very sources, otherwise the sources (operating.md#starts-from-a-bundle).
const file = bundled(join(import.meta.dirname, '..'))
if (file !== undefined) await import(pathToFileURL(file).href)
else if (process.execArgv.includes('--conditions=source')) {
  await import('./keep-stripped.js')
  await import('../src/main/cli.ts')
} else {
  console.error('Masthead is not built here. Run npm run build first, or npm start, which needs no build.')
  process.exit(1)
}
