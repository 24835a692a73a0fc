#!/usr/bin/env node
import './check-node.js'

await import('../dist/main/cli.js')
