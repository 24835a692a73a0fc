/** How many first-level headings the source of a body has; rendering makes them second-level ones. Linear in its length. */
export function countSourceH1s(content: string, format: 'markdown' | 'html'): number {
  return format === 'html' ? tagsIn(content) : inMarkdown(content)
}

function inMarkdown(content: string): number {
  let count = 0
  let fence: string | undefined
  let isParagraph = false
  for (const line of content.split(/\r\n|\r|\n/)) {
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (marker !== undefined && marker.startsWith(fence) && line.trim() === marker) fence = undefined
      continue
    }
    if (marker !== undefined) {
      fence = marker
      isParagraph = false
      continue
    }
    if (/^ {0,3}#[ \t]/.test(line) && line.replaceAll('#', '').trim() !== '') count++
    else if (isParagraph && /^ {0,3}=+\s*$/.test(line)) count++
    else count += tagsIn(line)
    isParagraph = line.trim() !== '' && !/^(?: {4}|\t| {0,3}(?:[#>]|[-+*]\s))/.test(line)
  }
  return count
}

const tagsIn = (text: string) => text.match(/<h1[\s/>]/gi)?.length ?? 0
