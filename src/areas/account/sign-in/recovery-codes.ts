import { randomBytes } from 'node:crypto'

import type { AuthDb } from '#kernel/database.ts'
import { hashOf } from '#kernel/tokens.ts'

const howMany = 10
const length = 16
// Without characters that look alike: no 0 and o, 1, i and l, u.
const alphabet = '23456789abcdefghjkmnpqrstvwxyz'

/** Ten new codes that replace all earlier ones, as they are shown, once: four groups of four, 78 bits each. */
export async function replaceRecoveryCodes(db: AuthDb, userId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode)
  await db.deleteFrom('auth.recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('auth.recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOfCode(userId, code), created_at: now })))
    .execute()
  return codes
}

/** Uses a code up, regardless of case and spacing. Returns how many are left, or undefined if it is not an unused code. */
export async function useRecoveryCode(
  db: AuthDb,
  { userId, code, now }: { userId: string; code: string; now: Date },
): Promise<number | undefined> {
  const used = await db
    .updateTable('auth.recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOfCode(userId, code))
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  return used === undefined ? undefined : (await countRecoveryCodes(db, userId)).left
}

/** How many codes are unused, and when the last one was used. */
export async function countRecoveryCodes(
  db: AuthDb,
  userId: string,
): Promise<{ left: number; lastUsedAt: Date | null }> {
  const codes = await db.selectFrom('auth.recovery_codes').select('used_at').where('user_id', '=', userId).execute()
  const times = codes.flatMap(({ used_at: usedAt }) => (usedAt === null ? [] : [usedAt]))
  const lastUsedAt = times.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
  return { left: codes.length - times.length, lastUsedAt }
}

function newCode(): string {
  let code = ''
  while (code.length < length) {
    // Bytes that would make some letters more frequent are skipped.
    const [byte = 0] = randomBytes(1)
    if (byte < alphabet.length * Math.floor(256 / alphabet.length)) code += alphabet[byte % alphabet.length]
  }
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

// The hash includes the person, so that one guess tests one person only.
function hashOfCode(userId: string, code: string): Buffer {
  return hashOf(`${userId} ${code.toLowerCase().replaceAll(/[^0-9a-z]/g, '')}`)
}
