import type { AuthDb } from '#kernel/database.ts'

/**
 * A value of the installation that is made once. The first one stays, even when two nodes make it at the same time: everybody
 * gets what is stored.
 */
export async function keepInstallationValue(db: AuthDb, name: string, make: () => string): Promise<string> {
  const find = () => db.selectFrom('auth.installation').select('value').where('name', '=', name).executeTakeFirst()
  const known = await find()
  if (known !== undefined) return known.value
  await db
    .insertInto('auth.installation')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await find()
  if (stored === undefined) throw new Error(`The installation has no value ${name}`)
  return stored.value
}
