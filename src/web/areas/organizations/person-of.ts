/** The name of a member, including one who left. */
export function personOf(userId: string | null | undefined, people: ReadonlyMap<string, string>): string {
  return (userId && people.get(userId)) ?? 'A former member'
}
