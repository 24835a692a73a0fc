#!/usr/bin/env node
import './check-node.js'
import './keep-tick-shape.js'
import './load-env.js'
import './keep-compiled.js'
import { existsSync } from 'node:fs'

const program = new URL('../dist/main/cli.js', import.meta.url)
if (!existsSync(program)) {
  console.error('Masthead is not built here. Run npm run build first, or npm start, which needs no build.')
  process.exit(1)
}
await import(program.href)
