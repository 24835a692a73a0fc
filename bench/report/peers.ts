/** What a bare server took for an article where the goals were set, in CPU ms. */
export const bareArticle = 0.018

/** CPU ms per request of other content platforms: a separate measurement, for orientation. No ratio is made of it. */
const perRequest = [
  ['bare `node:http`', '0.020', String(bareArticle), '0.016', '0.021', '0.018'],
  ['Directus 12.4.0', '7.0', '4.8', '10.5', '697', '6.1'],
  ['Directus, own response cache, every request a hit', '2.7', '1.7', '2.4', '2.3', '2.7'],
  ['Strapi 5.54.0', '14.1', '9.7', '12.5', '658', '14.3'],
  ['Payload 3.90.2 on Next 16', '5.7', '2.9', '10.8', '653', '9.1'],
  ['Ghost 6.65.0 (development profile, SQLite; searches titles only)', '152.9', '5.7', '37.8', '29.6', '305'],
]

const installed = [
  ['Directus 12.4.0', '679 MB', '1,190', '6-9 s', '370-600 MB'],
  ['Strapi 5.54.0, without building its admin', '694 MB', '1,467', '8 s warm', '370-545 MB'],
  ['Payload 3.90.2', '834 MB', '485', '0.5 s warm, 4.8 s cold, after a 94 s build', '200-210 MB'],
  ['Ghost 6.65.0', '591 MB', '1,062', '4-6 s', '226-337 MB'],
]

const table = (head: readonly string[], lines: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** What peers were measured at, with how to measure them again. */
export const peersSection = `## Other platforms

CPU ms per request, Node.js and database together: 10,000 articles of 6,000 characters, lists of 10 with relations and total, newest first, PostgreSQL 15. Another
run on another machine than the tables above: orientation, not a comparison.

${table(['', 'list', 'single by slug', 'tag', 'search rare', 'page 100'], perRequest)}

${table(['', 'installed', 'packages', 'start to first 200', 'resident under load'], installed)}

To compare them again, run them in the same session as \`npm run bench\`, each as its documentation sets it up in production, with the same articles, terms and
page size, the same client and number of connections, warm; read the processor time of their processes and of their database's from \`/proc\` before and after, and say
what was tuned.`
