import type { Config } from '#platform/config/config.ts'

import type { Serving } from './serve.ts'

/** The lines for the person who started the server: address, one-time set-up link, and where the data is. */
export function welcome({
  url,
  setUpLink,
  hasBundle,
  config,
  isTerminal,
}: Pick<Serving, 'url' | 'setUpLink' | 'hasBundle'> & { config: Config; isTerminal: boolean }): string[] {
  const data = config.database.url === null ? config.dataDir : 'the PostgreSQL server of DATABASE_URL'
  const lines = [
    `Masthead is listening on ${url}`,
    ...(setUpLink === undefined ? [] : [`Set up this installation here, once: ${setUpLink}`]),
    ...(hasBundle ? [] : ['The web application is not built. Run: npm run build']),
  ]
  if (!isTerminal) return lines
  return ['', ...[...lines, `The data is in ${data}. Ctrl+C stops the server.`].map((line) => `  ${line}`), '']
}
