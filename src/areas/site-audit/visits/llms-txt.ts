/** What an llms.txt can be wrong with: `broken` is an own link that does not answer 200. */
export const llmsProblems = ['type', 'heading', 'links', 'broken'] as const
export type LlmsProblem = (typeof llmsProblems)[number]

/** Reads an llms.txt: plain text or Markdown that begins with a heading and has links. */
export function readLlmsTxt(text: string, contentType: string | null): { problems: LlmsProblem[]; links: string[] } {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const first = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/, 1)[0] ?? ''
  const links = [...text.matchAll(/\[[^\]\n]{1,500}\]\(\s*<?([^)\s>]{1,2048})>?[^)\n]{0,500}\)/g)].map(
    ([, url = '']) => url,
  )
  return {
    problems: [
      ...(type === 'text/plain' || type === 'text/markdown' ? [] : ['type' as const]),
      ...(/^# \S/.test(first) ? [] : ['heading' as const]),
      ...(links.length > 0 ? [] : ['links' as const]),
    ],
    links,
  }
}
