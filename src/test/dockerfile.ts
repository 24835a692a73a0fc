/** One instruction of a Dockerfile, with its continued lines joined. */
export type Instruction = { word: string; rest: string }

/** What the instructions between one FROM and the next do. */
export type Stage = { name: string | undefined; image: string; instructions: readonly Instruction[] }

/** What COPY takes: paths in the build context, or in the named stage. */
export type Copy = { from: string | undefined; sources: readonly string[] }

/** The stages of a Dockerfile. Heredocs and parser directives are not read. */
export function stagesOf(text: string): Stage[] {
  const stages: (Stage & { instructions: Instruction[] })[] = []
  for (const instruction of instructionsOf(text)) {
    if (instruction.word === 'FROM') {
      const [, image = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(instruction.rest) ?? []
      stages.push({ image, name, instructions: [] })
    } else stages.at(-1)?.instructions.push(instruction)
  }
  return stages
}

/** What the COPY instructions of a stage take. */
export function copiesOf({ instructions }: Stage): Copy[] {
  return all(instructions, 'COPY').map((rest) => {
    const words = rest.split(/\s+/)
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
    return { from, sources: words.filter((word) => !word.startsWith('--')).slice(0, -1) }
  })
}

/** What follows each instruction of that name. */
export function all(instructions: readonly Instruction[], wanted: string): string[] {
  return instructions.flatMap(({ word, rest }) => (word === wanted ? [rest] : []))
}

function instructionsOf(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line))
  return lines
    .join('\n')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => {
      const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
      return { word: word.toUpperCase(), rest }
    })
}
