import { useState } from 'react'

import { DefaultWriter } from '#web/areas/models/default-writer.tsx'
import { KeyForm } from '#web/areas/models/key-form.tsx'
import { TestResult, useProviderTest } from '#web/areas/models/test-provider.tsx'
import { usedFor } from '#web/areas/models/used-for.ts'
import type { OutputOf } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { Fact } from '#web/parts/fact.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Section } from '#web/parts/section.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

type Provider = OutputOf<'listLlmProviders'>['providers'][number]

/** Who writes and answers: the providers of models, their keys, and what they cost. */
export function Models() {
  const found = useOperation('listLlmProviders', {})
  return (
    <Page
      title="Models"
      lead="Models write drafts, propose topics and answer questions about your brand, with a key of your own. Without one, agents write with theirs."
    >
      {found.error !== null && <Problem error={found.error} onRetry={() => void found.refetch()} />}
      {found.data === undefined && found.error === null && <Skeleton className="h-96 w-full" />}
      {found.data !== undefined && <DefaultWriter found={found.data} />}
      {found.data?.providers.map((provider) => (
        <ProviderSection
          key={provider.provider}
          provider={provider}
          uses={usedFor(provider.provider, found.data)}
          mayChange={found.data.mayChange}
        />
      ))}
    </Page>
  )
}

type SectionProps = { provider: Provider; uses: string; mayChange: boolean }

function ProviderSection({ provider, uses, mayChange }: SectionProps) {
  const [open, setOpen] = useState<'key' | 'remove' | null>(null)
  const { label, configured, source, last4, baseUrl, setAt, model, price } = provider
  const title = provider.provider === 'openai_compatible' ? 'Compatible server' : label
  const test = useProviderTest(provider.provider)
  const close = () => setOpen(null)
  return (
    <Section
      title={title}
      lead={does(provider)}
      state={
        <Status tone={configured ? 'ok' : 'neutral'}>
          {source === 'stored'
            ? 'Key of this organization'
            : source === 'environment'
              ? 'Set by the installation'
              : 'Not set'}
        </Status>
      }
      actions={
        <>
          {configured && test.button}
          {mayChange && (
            <>
              <Button onClick={() => setOpen('key')}>{source === 'stored' ? 'Replace key…' : 'Set key…'}</Button>
              {source === 'stored' && <Button onClick={() => setOpen('remove')}>Remove key…</Button>}
            </>
          )}
        </>
      }
      body={
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {source === 'stored' && (
            <Fact name="Key">
              {last4 !== null && <span className="mono">…{last4} </span>}
              {setAt !== null && (
                <>
                  works since <Time at={setAt} />
                </>
              )}
            </Fact>
          )}
          {baseUrl !== null && (
            <Fact name="Address">
              <span className="mono wrap-anywhere">{baseUrl}</span>
            </Fact>
          )}
          <Fact name={configured ? 'Used for' : 'Would do'}>{uses}</Fact>
          <Fact name="Model">
            {model === null ? 'The first that the server names' : <span className="mono">{model}</span>}
          </Fact>
          <Fact name="Price">{price === null ? 'Unknown' : priceWords(price)}</Fact>
          {(test.found !== null || test.error !== null) && (
            <Fact name="Test">
              <span role="status">{test.found === null ? test.error?.message : <TestResult found={test.found} />}</span>
            </Fact>
          )}
        </dl>
      }
    >
      {open === 'key' && (
        <Dialog title={`Key of ${title}`} onDismiss={close}>
          <KeyForm provider={provider} title={title} onDone={close} />
        </Dialog>
      )}
      {open === 'remove' && <RemoveKey provider={provider} title={title} onClose={close} />}
    </Section>
  )
}

function RemoveKey({ provider, title, onClose }: { provider: Provider; title: string; onClose(): void }) {
  const set = useAction('setLlmProviderKey', { keyed: false })
  async function remove() {
    const done = await set.run({ provider: provider.provider, key: null }, { confirm: true })
    if (done === null) return
    onClose()
    toast(done.configured ? 'The key of the installation is used from now on.' : 'The key is removed.')
  }
  return (
    <AlertDialog
      title={`Remove the key of ${title}?`}
      action="Remove key"
      isBusy={set.isPending}
      onAction={() => void remove()}
      onCancel={onClose}
    >
      <p>Nothing that it wrote or answered changes. What is being written with it fails.</p>
      <DialogProblem error={set.error} />
    </AlertDialog>
  )
}

function does({ writes, draws, searches }: Provider): string {
  const deeds = [...(writes ? ['writes'] : []), ...(draws ? ['draws'] : []), 'answers']
  return `It ${deeds.join(', ').replace(/, (\w+)$/, ' and $1')}${searches ? ', with searches of the web' : ', from its memory alone'}.`
}

function priceWords({ inputPerMillion, outputPerMillion, perSearch, ...from }: NonNullable<Provider['price']>): string {
  if (inputPerMillion === 0 && outputPerMillion === 0) return 'Nothing, unless the installation says otherwise'
  const tokens = `${dollars(inputPerMillion)} in and ${dollars(outputPerMillion)} out per million tokens`
  const figures = perSearch === null || perSearch === 0 ? tokens : `${tokens}, ${dollars(perSearch)} per search`
  return `${figures}; ${originWords(from)}`
}

function originWords({ origin, checkedOn }: Pick<NonNullable<Provider['price']>, 'origin' | 'checkedOn'>): string {
  if (origin === 'operator') return 'set by the installation'
  return checkedOn === null ? 'list price, not checked' : `list price, checked on ${day.format(new Date(checkedOn))}`
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** US dollars, with as many digits as a price per search needs. */
const dollars = (value: number) =>
  `$${value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })}`
