import { Refusal } from '#kernel/errors.ts'

import { draftFields } from './draft-schema.ts'

/** Awaits work on the fields of a draft: a problem in one is reported where the caller wrote it, below `/input/draft`. */
export async function inDraft<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Refusal ? moved(error) : error
  }
}

function moved(refusal: Refusal): Refusal {
  const { message, details } = refusal
  if (details === undefined) return refusal
  const told = Array.isArray(details)
    ? details.map((problem: { path: string }) => ({ ...problem, path: below(problem.path) }))
    : pathOf(details)
  return refusal.inWords(message.replace(/\/input\/[A-Za-z]+/g, below), told as Refusal['details'])
}

function pathOf(details: object): object {
  return 'path' in details && typeof details.path === 'string' ? { ...details, path: below(details.path) } : details
}

function below(path: string): string {
  const [, input, field = ''] = path.split('/', 3)
  return input === 'input' && draftFields.has(field) ? `/input/draft${path.slice('/input'.length)}` : path
}
