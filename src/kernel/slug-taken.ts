import { Refusal } from './errors.ts'

/** Awaits a change with a given slug. The unique index decides, even between two calls: its refusal becomes `slug_taken`. */
export async function orSlugTaken<T>(change: Promise<T>, slug: string): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new Refusal('slug_taken', `The slug ${slug} is in use here. Choose another one or leave it out.`, { slug })
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
