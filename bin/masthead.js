#!/usr/bin/env node
import './check-node.js'
import './load-env.js'

await import('../dist/main/cli.js')
