import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The arguments with which Node.js runs `masthead` from its sources, as `npm start` does, without the settings of a `.env`. */
export const program: readonly string[] = [
  '--import',
  join(root, 'bin/keep-compiled.js'),
  '--conditions=source',
  join(root, 'src/main/cli.ts'),
]
