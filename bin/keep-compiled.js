import module from 'node:module'
import { join } from 'node:path'

// A start reuses what an earlier one compiled. The cache is next to the packages, where only the user who installs them may write;
// if another user runs the server, every start compiles again.
module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/masthead'))
