import { idOf, oneOf, page, searchBy, words } from '#web/address.ts'

/** The state of the screen, all of it in the address: 28 days and the findings, unless it says otherwise. */
export const answersSearch = searchBy({
  range: oneOf(['7d', '90d', '365d']),
  mode: oneOf(['search', 'memory', 'manual']),
  tab: oneOf(['sources', 'questions', 'engines', 'competitors', 'analyses', 'runs']),
  named: oneOf(['yes', 'no']),
  by: oneOf(['url']),
  /** What the answer that is shown answers, and its place among such answers. */
  prompt: idOf('prm'),
  engine: idOf('eng'),
  at: page,
  search: words(),
  page,
})
export type AnswersSearch = ReturnType<typeof answersSearch>
