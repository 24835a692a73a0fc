import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The arguments with which Node.js runs `masthead` from its sources, as `npm start` does, without the settings of a `.env`. */
export const program: readonly string[] = programIn(root)

/** The same from a copy of this repository. */
export function programIn(folder: string): string[] {
  return ['--import', join(folder, 'bin/keep-compiled.js'), '--conditions=source', join(folder, 'src/main/cli.ts')]
}
