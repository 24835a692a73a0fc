import { readBlocks } from '#web/areas/content/article/body/parse-markdown.ts'

/** HTML that goes on until its own end, blank lines included (CommonMark 0.31, section 4.6, conditions 1 to 5), and that end. */
const ends: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', ' -->'],
  ['<?', '?>'],
  ['<![cdata[', ']]>'],
  ['<!', '>'],
  ['<script', '</script>'],
  ['<pre', '</pre>'],
  ['<style', '</style>'],
  ['<textarea', '</textarea>'],
]

/** The source of a block with the end that it lacks: what is written after it would be read as a part of it. */
export function closedSource(text: string): string {
  const lower = text.toLowerCase()
  const possible = ends.filter(([begin]) => lower.includes(begin)).map(([, end]) => end)
  const fence = /^ {0,3}(`{3,}|~{3,})/m.exec(text)?.[1]
  if (fence !== undefined) possible.push(`\n${fence}`)
  if (possible.length === 0 || isClosed(text)) return text
  const start = text.trimEnd()
  return possible.map((end) => start + end).find(isClosed) ?? text
}

/** Whether something else may stand after a block: HTML, and code at the end of a body, may lack their end. */
export function isClosed(text: string): boolean {
  return readBlocks(`${text}\n\ntext`).at(-1)?.from === text.length + 2
}
