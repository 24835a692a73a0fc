/**
 * Takes the place of the query library's own changes, which nothing here makes: a change is `useAction` or `usePersonAction`
 * (web.md#changes-are-actions). The build puts it there (`vite.config.ts`).
 */
export function Mutation(): never {
  throw new Error('Make changes by useAction: mutations of the query library are not built in')
}

export function getDefaultState(): never {
  return Mutation()
}
