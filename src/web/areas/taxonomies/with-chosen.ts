/** What is chosen stays among what is offered while one searches on. */
export function withChosen<R extends { id: string }>(chosen: R | null, found: readonly R[]): readonly R[] {
  return chosen === null || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found]
}
