import type { Exclusion } from '#kernel/exclusion.ts'
import type { AnyOperation } from '#kernel/operation.ts'

/** What an area offers, and the list of its door that it is in. */
const lists = { operation: 'operations', procedure: 'procedures', job: 'jobs', feed: 'feeds' } as const

/** The file that joins the lists of all doors. */
const joinedIn = 'catalog/areas.ts'

type Kind = keyof typeof lists
type Declared = { kind: Kind; area: string; file: string; name: string }

/** What the lists of the product lack, each as the line to write and where. `sources`: text by path below `src`. */
export function missingInLists(sources: ReadonlyMap<string, string>): string[] {
  const declared = [...sources].flatMap(([file, text]) => declaredIn(file, text))
  return [...new Set(declared.flatMap((one) => lacksOf(one, sources)))]
}

type Sampled = Readonly<Record<string, readonly Pick<AnyOperation, 'name' | 'examples'>[]>>

/**
 * Operations that no test knows how to call: they have no sample, and their first example names records that no test has.
 * `joining`: the text of the file that joins the samples of all areas.
 */
export function missingSamples(catalog: Sampled, samples: readonly string[], joining: string): string[] {
  return Object.entries(catalog).flatMap(([area, operations]) => {
    const missing = operations
      .filter(({ name, examples = [] }) => !samples.includes(name) && !isCall(examples[0]?.input))
      .map(({ name }) => `src/test/samples/${area}.ts: add \`${name}: async (on) => ({ input: { ... } }),\``)
    const all = `${camelCase(area)}Samples`
    if (missing.length === 0 || joining.includes(`...${all},`)) return missing
    return [
      ...missing,
      `src/test/samples.ts: add \`...${all},\` to \`written\`, and \`import { ${all} } from './samples/${area}.ts'\``,
    ]
  })
}

/** Areas whose door offers operations that the catalog does not have. Both by area, in the catalog under its public name. */
export function missingInCatalog(
  doors: Readonly<Record<string, readonly string[]>>,
  catalog: Readonly<Record<string, readonly string[]>>,
): string[] {
  const known = new Set(Object.values(catalog).flat())
  return Object.entries(doors)
    .filter(([, operations]) => operations.some((name) => !known.has(name)))
    .map(([door]) => {
      const name = kebabCase(door)
      const key = name === door ? door : `'${name}'`
      return `src/catalog/catalog.ts: add \`${key}: areas.${door}.operations,\` to \`catalog\``
    })
}

/** Procedures that do not say why agents do not get them. By the door of their area. */
export function missingCategories(
  doors: Readonly<Record<string, readonly { name: string; excluded?: string | undefined }[]>>,
  categories: readonly string[],
): string[] {
  return Object.entries(doors).flatMap(([door, procedures]) =>
    procedures
      .filter(({ excluded }) => excluded === undefined || !categories.includes(excluded))
      .map(
        ({ name }) =>
          `src/areas/${kebabCase(door)}/procedures/${fileOf(name)}: add \`excluded: '...',\` with one of ${categories.join(', ')}`,
      ),
  )
}

/** Names that are reserved although something has them. */
export function reservedInVain(
  exclusions: Readonly<Record<Exclusion, { reserved: readonly string[] }>>,
  offered: readonly string[],
): string[] {
  return Object.entries(exclusions).flatMap(([category, { reserved }]) =>
    reserved
      .filter((name) => offered.includes(name))
      .map((name) => `src/catalog/excluded.ts: remove '${name}' from \`reserved\` of ${category}: it exists`),
  )
}

/** Whether the input of an example can be sent as it is: it names no record by its id. */
function isCall(input: object | undefined): boolean {
  return input !== undefined && !/"[a-z]{3}_[0-9a-z]{26}"/.test(JSON.stringify(input))
}

function declaredIn(file: string, text: string): Declared[] {
  const [floor, area, folder] = file.split('/')
  if (floor !== 'areas' || area === undefined || !file.endsWith('.ts') || file.endsWith('.test.ts')) return []
  const declarations = /^export const (?<name>\w+)(?:: [^=\n]+)? = (?<kind>operation|procedure|job|\w*[fF]eed)\(/gm
  return [...text.matchAll(declarations)].map(({ groups = {} }) => {
    const kind = kindOf(groups['kind'] ?? '')
    if (folder !== lists[kind]) throw new Error(`src/${file}: move it to src/areas/${area}/${lists[kind]}/`)
    return { kind, area, file, name: groups['name'] ?? '' }
  })
}

function lacksOf({ kind, area, file, name }: Declared, sources: ReadonlyMap<string, string>): string[] {
  const list = lists[kind]
  const door = `areas/${area}/index.ts`
  const own = file.slice(`areas/${area}/`.length)
  const listed = new RegExp(`export const ${list}\\b[^[]*\\[([^\\]]*)\\]`).exec(sources.get(door) ?? '')?.[1]
  const isListed = listed !== undefined && new RegExp(`\\b${name}\\b`).test(listed)
  const isJoined = sources.get(joinedIn)?.includes(`'#${door}'`) === true
  const isNamed = !hasPublicName(kind) || own === `${list}/${fileOf(name)}`
  return [
    ...(isListed ? [] : [`src/${door}: add \`${name}\` to \`${list}\`, and \`import { ${name} } from './${own}'\``]),
    ...(isJoined ? [] : [`src/${joinedIn}: add \`export * as ${camelCase(area)} from '#${door}'\``]),
    ...(isNamed ? [] : [`src/${file}: name it ${fileOf(name)}, after \`${name}\``]),
  ]
}

/** Feeds are declared by several functions, each named after what it declares. */
function kindOf(declaration: string): Kind {
  return Object.hasOwn(lists, declaration) ? (declaration as Kind) : 'feed'
}

const hasPublicName = (kind: Kind) => kind === 'operation' || kind === 'procedure'

/** The name of the file in which an operation or a procedure is declared. */
function fileOf(name: string): string {
  return `${kebabCase(name)}.ts`
}

function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
