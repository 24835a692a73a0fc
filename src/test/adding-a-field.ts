import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type { Client } from './client.ts'
import type { SourceCopy } from './source-copy.ts'

const table = 'src/areas/items/fields/item-field-table.ts'
const migration = 'migrations/9999_subtitle.sql'
const [first, second] = ['What the harbour keeps', 'What the harbour loses']

/** The files of the change. */
export const fieldFiles = [migration, table, 'src/kernel/tables.ts'].toSorted()

/** Takes the steps of the section that CONTRIBUTING has for a new field of items. */
export async function addField(copy: SourceCopy, contributing: string): Promise<void> {
  const steps = contributing.split('## Adding a field to items')[1] ?? ''
  await writeFile(join(copy.folder, migration), blockOf(steps, 'sql'))
  await copy.runScript('scripts/generate-tables.ts')
  const fields = await readFile(join(copy.folder, table), 'utf8')
  await writeFile(join(copy.folder, table), fields.replace('\n  h1: {', `\n${blockOf(steps, 'ts')}\n  h1: {`))
}

type Served = { client: () => Client; key: () => string; address: () => string }

/** Follows the field through a server on the changed sources. */
export function followField({ client, key, address }: Served): void {
  test('what is given when an item is created is read back, over /v2 and /v1', async () => {
    const id = await created('Created', 'published')

    expect((await itemOf(id)).subtitle).toBe(first)
    expect((await onWebsite(id)).subtitle).toBe(first)
  })

  test('a change is a change of text, and null clears it', async () => {
    const id = await created('Changed')
    expect((await itemOf(id)).editedAt).toBeNull()

    const { changed } = await result('updateItem', { id, subtitle: second })

    expect(changed).toEqual(['subtitle'])
    const { subtitle, editedAt } = await itemOf(id)
    expect(subtitle).toBe(second)
    expect(Date.parse(editedAt)).toBeGreaterThan(0)
    expect((await result('updateItem', { id, subtitle: second })).changed).toEqual([])
    await result('updateItem', { id, subtitle: null })
    expect((await itemOf(id)).subtitle).toBeNull()
  })

  test('a revision has it, shows its difference and brings it back', async () => {
    const id = await created('Restored')
    await result('updateItem', { id, subtitle: second })

    const { items } = await result('listItemRevisions', { id })
    const { diff } = await result('listItemRevisions', { id, compare: [1, 2] })
    await result('restoreItemRevision', { id, revision: 1 })

    expect(items[0].changed).toEqual(['subtitle'])
    expect(diff).toContain(`-${first}\n+${second}`)
    expect((await itemOf(id)).subtitle).toBe(first)
  })

  test('a preview shows a change that is not stored', async () => {
    const id = await created('Previewed')

    const { contentApiJson } = await result('previewItem', { id, draftPatch: { subtitle: second } })

    expect(contentApiJson.data.attributes.subtitle).toBe(second)
    expect((await itemOf(id)).subtitle).toBe(first)
  })

  test.each(['jsonl', 'csv', 'wxr'])('an export as %s has it', async (format) => {
    await created(`Exported as ${format}`)

    expect(await exported(format)).toContain(first)
  })

  test.each([
    ['markdown_zip', 'markdown', 'application/zip'],
    ['wxr', 'wxr', 'application/xml'],
  ])('an import of what was exported as %s brings it in', async (format, source, mime) => {
    const title = `Carried by ${format}`
    const id = await created(title)
    const media = await uploaded(Buffer.from(await exported(format), 'latin1'), mime)

    await job('importItems', { source, urlOrMediaId: media, collectionId: 'articles' })

    const { items } = await result('listManagerItems', { search: title })
    const found = items.filter((item: { id: string }) => item.id !== id)
    expect(found).toHaveLength(1)
    expect((await itemOf(found[0].id)).subtitle).toBe(first)
  })

  test('agents read it in the schemas of operations and websites in those of attributes', async () => {
    const { json: v2 } = await client().send('/v2/openapi.json')
    const { text: v1 } = await client().send('/v1/openapi.json')

    const { schema } = v2.paths['/v2/tools/createItem'].post.requestBody.content['application/json']
    expect(schema.properties.input.properties.subtitle).toMatchObject({ type: ['string', 'null'], maxLength: 200 })
    expect(v1.includes('"subtitle":')).toBe(true)
  })

  async function result(operation: string, input: unknown) {
    const { status, json, text } = await client().call(key(), operation, input, { confirm: true })
    expect(status, text).toBe(200)
    return json.result
  }

  async function created(title: string, status = 'draft'): Promise<string> {
    const { item } = await result('createItem', { collectionId: 'articles', title, subtitle: first, status })
    return item.id
  }

  async function itemOf(id: string) {
    return (await result('getItem', { id })).item
  }

  async function onWebsite(id: string) {
    const organization = await result('getOrganization', {})
    return (await client().send(`/v1/${organization.id}/articles/${id}`)).json.data.attributes
  }

  async function job(operation: string, input: unknown) {
    const { jobId } = await result(operation, input)
    for (;;) {
      const { state, result: made, error } = await result('getJob', { jobId, waitSeconds: 10 })
      if (state === 'queued' || state === 'running') continue
      expect(state, JSON.stringify(error)).toBe('succeeded')
      return made
    }
  }

  async function exported(format: string): Promise<string> {
    const { url } = await job('exportItems', { format })
    const answer = await fetch(new URL(new URL(url).pathname, address()))
    return Buffer.from(await answer.arrayBuffer()).toString(format === 'markdown_zip' ? 'latin1' : 'utf8')
  }

  async function uploaded(bytes: Buffer, mime: string): Promise<string> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const announced = { filename: 'export', mime, bytes: bytes.length, sha256 }
    const { mediaId, uploadUrl } = await result('createMediaUpload', announced)
    const path = new URL(uploadUrl).pathname
    expect((await client().send(path, { method: 'PUT', body: new Uint8Array(bytes) })).status).toBeLessThan(300)
    await result('completeMediaUpload', { mediaId })
    return mediaId
  }
}

function blockOf(steps: string, language: string): string {
  const block = new RegExp(`\`\`\`${language}\\n([^\`]+)\`\`\``).exec(steps)?.[1]
  if (block === undefined) throw new Error(`CONTRIBUTING shows no ${language} for a new field`)
  return block.replace(/^ {3}/gm, '')
}
