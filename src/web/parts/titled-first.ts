/** Articles with these words in their title before those that have them elsewhere. */
export function titledFirst<A extends { title: string }>(articles: readonly A[], words: string): A[] {
  return articles.toSorted((one, other) => Number(isTitled(other, words)) - Number(isTitled(one, words)))
}

/** Whether words are in the title of an article. */
export function isTitled({ title }: { title: string }, words: string): boolean {
  return title.toLowerCase().includes(words.toLowerCase())
}
