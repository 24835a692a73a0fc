const words = [
  'Nothing',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
]

/** What waits, in a sentence: "Three things wait for you." */
export function headline(waiting: number): string {
  if (waiting === 0) return 'Nothing waits for you.'
  const number = words[waiting] ?? waiting.toLocaleString('en')
  return waiting === 1 ? 'One thing waits for you.' : `${number} things wait for you.`
}
