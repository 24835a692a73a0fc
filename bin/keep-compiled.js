import module from 'node:module'
import { join } from 'node:path'

// A start takes over what an earlier one compiled. It lies beside the packages, where only who installs them may write; where
// that is nobody who runs it, every start compiles anew.
module.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/masthead'))
