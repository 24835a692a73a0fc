const irregular: Readonly<Record<string, string>> = {
  begin: 'began',
  choose: 'chose',
  find: 'found',
  get: 'read',
  give: 'gave',
  leave: 'left',
  make: 'made',
  put: 'put',
  read: 'read',
  send: 'sent',
  set: 'set',
  take: 'took',
  undo: 'undid',
  write: 'wrote',
}

/** The simple past of an English verb, in lower case. What is said of "get" is that it was read. */
export function pastOf(verb: string): string {
  const word = verb.toLowerCase()
  const known = irregular[word]
  if (known !== undefined) return known
  if (word.endsWith('e')) return `${word}d`
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ied`
  // One short syllable, or a last one that is stressed, doubles its consonant: plan, submit.
  return /^[^aeiou]*[aeiou][bdgmnpt]$/.test(word) || /(?:[^i]mit|[ens]fer)$/.test(word)
    ? `${word}${word.at(-1)}ed`
    : `${word}ed`
}

/** A sentence in the imperative as one about the past: "Create an item" becomes "Created an item". */
export function inThePast(imperative: string): string {
  const [verb = '', ...rest] = imperative.split(' ')
  const words = [pastOf(verb), ...rest]
  // Of "Approve or reject topics", both verbs.
  if (rest[0] === 'or' && rest[1] !== undefined) words[2] = pastOf(rest[1])
  const sentence = words.join(' ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
