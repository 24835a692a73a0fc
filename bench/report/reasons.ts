/**
 * What a profile does not show of a goal that is missed: why the work is there, and what was tried. By goal, or by goal and the
 * beginning of a row's name.
 */
const reasons: Readonly<Record<string, string>> = {
  'P-1':
    'A hit costs a look at two maps, the request id, the limit of the address and the counters; the rest is what `node:http` does. Making the id without intermediate texts was worth a third of a microsecond.',
  'P-2':
    'There are no bytes to send, so that what is left besides `node:http` weighs most: its headers (the baseline sends the same), the request id, the limit of the address and the counters.',
  'P-3':
    'A list reads ten documents with source and HTML of the body (147 KB together, twice what the goal was set for), which are stored as they are sent (docs/decisions/content-api.md#documents-are-stored), and the terms that it includes.',
  'P-4':
    'Gate, document and the name of the author come from one prepared statement. Of what PostgreSQL takes, nearly half are the terms that the answer includes, a tenth is the document, and the transaction around it hardly more. In Node.js nothing weighs much but sending to the database.',
  'P-5':
    'The exact total needs a look at the text of every hit, and nearly every article is one. The texts lie in the pages of their rows, uncompressed; what is left is the comparison itself.',
  'P-7':
    'Admission, limit and record are the product besides the bare transaction; the output is checked and redacted by its schema.',
  'P-8':
    'Besides the bare transaction: the schema of the input, the checks of the output, and the texts of record and stored answer. A few messages are of background work, which the new topic wakes.',
  'P-8b':
    'The trigrams of the searched text wait in a short list (docs/decisions/content.md#entries-may-wait). In Node.js a quarter is rendering and sanitising the body in its thread; the main thread reads it for the warnings, signs it and builds some fifteen statements. What brought most so far: writing them as SQL in one way, planning all of them once, a larger youngest heap, parsing prose once, and not looking in Markdown for addresses of mail and tables where it can have none, which was half of reading it. The drafts that `create` makes resemble each other, so that sixty candidates are compared each time.',
  'P-8c validate':
    'What was read of a body is kept by its text, and its large statement is planned once; what is left are the rules themselves and the candidates of the comparison.',
  'P-9':
    'The same call with its answer twice in the result, as text and as structured content: the bytes are twice as many.',
  'P-11': 'The packed database is unpacked file by file; the rest is loading the code.',
  'P-12':
    'A third is loading the program, which is bundled into a few files; the rest is opening the database, whose program is compiled on the way, and collecting what the start left behind. The schemas of all operations are made and described once, for discovery.',
  'P-13 idle, memory':
    'Half of the heap are the modules themselves, with the schemas of all operations, which discovery and the catalog need. Describing outputs without making schemas of their shapes saved 11 MB, reading stripped sources without the cache of Node.js 20 MB.',
  'P-13 idle, CPU':
    'In the first half minute nearly all of it is V8, which compiles, and collects a heap that has become idle once more; then it is timers, which look at what is due and on the embedded engine keep its lock, and the hourly housekeeping, whose first round falls into this time.',
  'P-16':
    'An article is read, rendered and sanitised, checked, signed for the comparison with others, and written with revision, terms and search text. The embedded engine is PostgreSQL compiled to WebAssembly in one thread, which takes about twice the time of a server for the same statements, and each message to it is copied between threads.',
}

/** The reason for a row of a goal, such as `P-8c: <= 10 CPU ms`; undefined where there is nothing to add. */
export function reasonOf(goal: string, row: string): string | undefined {
  const id = goal.split(':')[0] ?? ''
  const [, reason] =
    Object.entries(reasons).find(([key]) => key.startsWith(`${id} `) && row.includes(key.slice(id.length + 1))) ??
    Object.entries(reasons).find(([key]) => key === id) ??
    []
  return reason
}
