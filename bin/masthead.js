#!/usr/bin/env node
import './check-node.js'
import './keep-tick-shape.js'
import './load-env.js'
import './keep-compiled.js'
import './program.js'
