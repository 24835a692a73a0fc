import { Link } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { useOperation } from '#web/use-operation.ts'

type Tested = NonNullable<OutputOf<'listRedirects'>['tested']>
type Props = { asked: string | undefined; onTest(address: string | undefined): void }

/** A box that says where an address of the website leads right now. */
export function TestAddress({ asked, onTest }: Props) {
  return (
    <div className="mb-4 max-w-xl">
      <Form onSubmit={(form) => onTest(textIn(form, 'address') || undefined)} className="gap-2">
        <TextField
          key={asked}
          label="Test an address"
          name="address"
          hint="A path or URL of your website: where does it lead?"
          defaultValue={asked ?? ''}
          autoComplete="off"
          spellCheck={false}
        />
        <div>
          <Button type="submit">Test</Button>
        </div>
      </Form>
      {asked !== undefined && <Answer address={asked} />}
    </div>
  )
}

function Answer({ address }: { address: string }) {
  const read = useOperation('listRedirects', { testAddress: address, pageSize: 1 }, { staleTime: 0 })
  const tested = read.data?.tested
  if (read.error !== null) return <Problem error={read.error} onRetry={() => void read.refetch()} />
  return (
    <div role="status" aria-label="Where it leads" className="mt-3">
      {tested && (
        <Notice tone={tones[tested.outcome]}>
          <span className="wrap-anywhere">
            <Words address={address} tested={tested} />
          </span>
          {tested.hops.length > 0 && (
            <ol className="mt-2">
              {tested.hops.map(({ redirectId, from, to }) => (
                <li key={redirectId} className="mono wrap-anywhere">
                  {from} → {to}
                </li>
              ))}
            </ol>
          )}
        </Notice>
      )}
    </div>
  )
}

const tones = {
  article: 'ok',
  redirect: 'ok',
  unpublished: 'warn',
  nothing: 'info',
  other_website: 'info',
  loop: 'bad',
} as const satisfies Record<Tested['outcome'], string>

function Words({ address, tested: { outcome, url, itemId, title } }: { address: string; tested: Tested }) {
  const article = itemId !== null && <Article id={itemId} title={title ?? 'an article'} />
  switch (outcome) {
    case 'article':
      return <>No redirect is needed: {article} is there.</>
    case 'redirect':
      return (
        <>
          {address} leads to {article || url}
          {article && url !== null && <>, at {url}</>}.
        </>
      )
    case 'unpublished':
      return <>Its redirect leads to {article}, which is not published: visitors find nothing.</>
    case 'nothing':
      return <>Nothing matches {address}: no article has it, and no redirect begins there.</>
    case 'other_website':
      return <>{address} is not an address of your website.</>
    case 'loop':
      return <>The redirects lead in a circle: visitors never arrive. Delete one of them.</>
  }
}

function Article({ id, title }: { id: NonNullable<Tested['itemId']>; title: string }) {
  const { slug: orgSlug } = useOrganization()
  return (
    <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug, itemId: id }} className="underline underline-offset-3">
      {title}
    </Link>
  )
}
