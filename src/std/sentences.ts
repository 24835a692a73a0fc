/** A sentence of a text, and its offset. */
export type Sentence = { text: string; start: number; end: number }

/** The sentences of a paragraph as Unicode cuts them; an abbreviation such as "e.g." does not end one. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let open: Sentence | undefined
  for (const { segment, index } of segmenter.segment(text)) {
    open = { text: (open?.text ?? '') + segment, start: open?.start ?? index, end: index + segment.length }
    if (endsWithAbbreviation(open.text)) continue
    sentences.push(open)
    open = undefined
  }
  if (open !== undefined) sentences.push(open)
  return sentences
    .map((sentence) => ({ ...sentence, text: sentence.text.trim() }))
    .filter(({ text: own }) => own !== '')
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

const abbreviations =
  /(?:^|[\s("'])(?:e\.g|i\.e|etc|vs|cf|Dr|Mr|Mrs|Ms|Prof|St|No|Nr|Fig|approx|ca|Inc|Ltd|z\.\s?B|d\.\s?h|bzw|usw|p\.\s?ex|p\.\s?ej)\.\s*$/

// Only the last characters can be an abbreviation: a long text is not read again for each of its sentences.
const endsWithAbbreviation = (text: string) => abbreviations.test(text.slice(-12))
