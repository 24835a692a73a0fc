import { Download } from 'lucide-react'
import { useState } from 'react'

import { ConnectAgent } from '#web/areas/account/api-access/connect-agent.tsx'
import { FirstCall } from '#web/areas/account/api-access/first-call.tsx'
import type { CatalogEntry } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Notice } from '#web/parts/notice.tsx'

export type FreshKey = { id: string; title: string; secret: string; canWrite: boolean }

type Props = { fresh: FreshKey; catalog: readonly CatalogEntry[]; onStored(): void }

/** Shows the secret of a new key, once, and how to use it. It lives in this component only, which only its button closes. */
export function KeySecret({ fresh: { id, title, secret, canWrite }, catalog, onStored }: Props) {
  const [isTested, setTested] = useState(false)
  return (
    <Dialog title={title} width="wide">
      <Notice tone="warn">Store the key now. It is shown only once; nobody can show it again.</Notice>
      <div className="mt-4 rounded-lg border border-line bg-raised px-3 py-2.5">
        <code data-testid="secret" className="block break-all select-all">
          {secret}
        </code>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={secret} label="Copy key" look="ink" />
        <Button onClick={() => downloadEnv(secret)}>
          <Download aria-hidden strokeWidth={1.75} /> Download .env
        </Button>
      </div>
      <h3 className="mt-6 mb-3 font-semibold">Connect an agent</h3>
      <div className="mb-5">
        <FirstCall keyId={id} isTested={isTested} />
      </div>
      <ConnectAgent catalog={catalog} canWrite={canWrite} secret={secret} onTested={() => setTested(true)} />
      <DialogButtons>
        <Button look="ink" onClick={onStored}>
          I have stored it
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function downloadEnv(secret: string): void {
  const address = URL.createObjectURL(new Blob([`MASTHEAD_URL=${location.origin}\nMASTHEAD_API_KEY=${secret}\n`]))
  const link = Object.assign(document.createElement('a'), { href: address, download: 'masthead.env' })
  link.click()
  URL.revokeObjectURL(address)
}
