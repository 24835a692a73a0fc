import { type Call, day } from './call.ts'
import { readSampleAnswers } from './read-answers.ts'

/**
 * When every example engine was asked every prompt, in days before today; in how many of seven answers the organization is named,
 * so that there is a change to look at; and answers to a prompt. Those of the last 28 days suffice for a figure of each prompt and
 * engine, those before for a figure of each week.
 */
const rounds = [
  { days: 52, named: 2, samples: 2 },
  { days: 45, named: 1, samples: 2 },
  { days: 38, named: 2, samples: 2 },
  { days: 31, named: 2, samples: 2 },
  { days: 24, named: 3, samples: 8 },
  { days: 17, named: 4, samples: 8 },
  { days: 10, named: 4, samples: 8 },
  { days: 3, named: 5, samples: 8 },
]
const mostAnswers = 50

/**
 * Brings recorded answers of AI engines. They say that they are examples: their engines are called so and their prompts have
 * that tag. Deleting these prompts without their history removes them all.
 */
export async function loadAnswers(call: Call, { ownName, now }: { ownName: string; now: number }): Promise<void> {
  const { competitors, engines, prompts, answers } = await readSampleAnswers()
  for (const competitor of competitors) await call('createAsvCompetitor', competitor)
  const { created } = await call('createAsvPrompts', {
    prompts: prompts.map((prompt) => ({ ...prompt, tag: 'Example' })),
  })
  const [naming, silent] = [answers.filter(isNaming), answers.filter((answer) => !isNaming(answer))]
  for (const [round, { days, named, samples }] of rounds.entries())
    for (const [at, engineLabel] of engines.entries()) {
      const given = created.flatMap(({ id: promptId }, n) =>
        Array.from({ length: samples }, (_, sample) => {
          const place = n * 5 + round * 3 + at + sample * 2
          // Some prompts suit the organization better than others.
          const some = place % 7 < named + (n % 3) - 1 ? naming : silent
          const { text = '', sources = [] } = some[place % some.length] ?? {}
          return {
            promptId,
            text: text.replaceAll('{own}', ownName),
            citations: sources.map((url) => ({ url })),
            observedAt: new Date(now - days * day - sample * 60_000).toISOString(),
          }
        }),
      )
      for (let from = 0; from < given.length; from += mostAnswers)
        await call('importAsvAnswers', { engineLabel, answers: given.slice(from, from + mostAnswers) })
    }
}

const isNaming = ({ text }: { text: string }) => text.includes('{own}')
