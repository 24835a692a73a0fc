import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { callsOf } from '#web/areas/catalog/call-texts.ts'
import { useOrganization } from '#web/context.ts'
import type { CatalogEntry } from '#web/operations.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { useCatalog } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

type Call = { name: string; input: unknown }

/** What the frame of every screen reads, and this panel. */
const ofTheFrame = new Set(['session', 'listOperations', 'listExcludedCalls'])
/** What many screens read beside their own subject: it comes last. */
const shared = new Set(['listApprovals', 'listJobs'])

/** The calls behind what is on the screen, to copy for each way in; of one that agents cannot make, why. */
export default function ViaApiPanel() {
  const { id, slug: orgSlug } = useOrganization()
  const queries = useQueryClient()
  const { data: catalog } = useCatalog()
  const excluded = useOperation('listExcludedCalls', {}, { staleTime: 300_000 }).data?.items
  const calls: Call[] = queries
    .getQueryCache()
    .findAll({ type: 'active', queryKey: [id] })
    .flatMap(({ queryKey: [, name, input] }) => (ofTheFrame.has(String(name)) ? [] : [{ name: String(name), input }]))
    .toSorted((one, other) => Number(shared.has(one.name)) - Number(shared.has(other.name)))
  const [at, setAt] = useState(0)
  const call = calls[at] ?? calls[0]
  if (call === undefined) return <p className="text-muted">This screen reads nothing of the organization.</p>
  const place = excluded?.find(({ name }) => name === call.name)
  const entry = catalog?.operations.find(({ name }) => name === call.name)
  return (
    <div className="flex flex-col gap-3">
      <LabelledSelect
        label="What this screen reads"
        value={String(calls.indexOf(call))}
        options={calls.map(({ name }, index) => [String(index), name])}
        onChange={(next) => setAt(Number(next))}
      />
      {place && (
        <p>
          Agents cannot make this call: it belongs to <code>{place.category}</code>. Instead: {place.instead}.
        </p>
      )}
      {entry && <Texts entry={entry} input={call.input} />}
      <Link
        to="/o/$orgSlug/agents/operations/{-$operation}"
        params={{ orgSlug, operation: call.name }}
        className="self-start underline underline-offset-4"
      >
        What it takes and answers
      </Link>
    </div>
  )
}

function Texts({ entry, input }: { entry: CatalogEntry; input: unknown }) {
  const { rest, mcp, client } = callsOf(entry, { origin: location.origin, input })
  return (
    <>
      <pre
        tabIndex={0}
        role="region"
        aria-label="Call"
        className="max-h-60 overflow-auto rounded-lg bg-raised p-3 text-sm"
      >
        <code>{rest}</code>
      </pre>
      <p className="flex flex-wrap gap-2">
        <CopyButton text={rest} label="Copy as curl" />
        <CopyButton text={mcp} label="Copy for MCP" />
        <CopyButton text={client} label="Copy for the typed client" />
      </p>
    </>
  )
}
