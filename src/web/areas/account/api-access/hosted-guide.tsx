import type { ReactNode } from 'react'

import { SnippetBox } from '#web/areas/account/api-access/snippet-box.tsx'

/** How to connect a client that runs on its maker's servers. `children`: the steps up to the address. */
export function HostedGuide({ who, url, children }: { who: string; url: string; children: ReactNode }) {
  return (
    <>
      <ol className="flex list-decimal flex-col gap-1.5 pl-5">{children}</ol>
      <SnippetBox snippet={{ title: 'Address of the connector', text: url }} />
      <p>{who} opens the consent page, where you choose the organization and what it may do.</p>
      <FromOutside url={url} who={who} />
    </>
  )
}

/** Hosted clients call from their own data centres. */
function FromOutside({ url, who }: { url: string; who: string }) {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:') return null
  return (
    <p className="text-warn-ink">
      {who} calls from the internet and wants https: {hostname} is out of its reach. A client on this computer works.
    </p>
  )
}
