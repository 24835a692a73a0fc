import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

const intents = ['discovery', 'comparison', 'alternatives', 'problem', 'pricing'] as const

/** Answers as engines give them, about brands that nobody has. `{own}` is where they name the organization. */
const sampleAnswers = z.strictObject({
  competitors: z.array(
    z.strictObject({ name: z.string(), aliases: z.array(z.string()).default([]), domains: z.array(z.string()) }),
  ),
  engines: z.array(z.string().startsWith('Example')),
  prompts: z.array(z.strictObject({ text: z.string(), intent: z.enum(intents) })),
  answers: z.array(z.strictObject({ text: z.string(), sources: z.array(z.string()) })),
})

// A file of the package, found alike from the sources and from the compiled code.
const file = join(import.meta.dirname, '../../../examples/demo/answers.json')

export async function readSampleAnswers(): Promise<z.output<typeof sampleAnswers>> {
  return sampleAnswers.parse(JSON.parse(await readFile(file, 'utf8')))
}
