import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'

import { GenerateButton } from '#web/areas/media/generate/generate-button.tsx'
import { DropZone } from '#web/areas/media/media/drop-zone.tsx'
import { FromAddress } from '#web/areas/media/media/from-address.tsx'
import { MediaBody } from '#web/areas/media/media/media-body.tsx'
import { MediaPeek } from '#web/areas/media/media/media-peek.tsx'
import { mediaQuery } from '#web/areas/media/media/media-query.ts'
import { mediaSearch, type MediaSearch, sources } from '#web/areas/media/media/media-search.ts'
import { MediaTabs } from '#web/areas/media/media/media-tabs.tsx'
import { UploadButton } from '#web/areas/media/media/upload-button.tsx'
import { UploadList } from '#web/areas/media/media/upload-list.tsx'
import { useUploads } from '#web/areas/media/media/use-uploads.ts'
import { Button } from '#web/parts/button.tsx'
import { Page } from '#web/parts/page.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Select } from '#web/parts/select.tsx'
import { useAllowed } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** The pictures of the organization. The whole state of the screen is in the address. */
export function Media() {
  const asked = useSearch({ from: '/o/$orgSlug/media' })
  const navigate = useNavigate({ from: '/o/$orgSlug/media' })
  const input = mediaQuery(asked)
  const { isAllowed: mayAdd, isPossible } = useAllowed('createMediaUpload')
  const [isFetching, setFetching] = useState(false)
  const go = (next: object) => void navigate({ search: mediaSearch({ ...next }), resetScroll: false })
  const { page: _page, ...others } = asked
  const list = useOperation('listMedia', input)
  const isBare = list.data?.total === 0 && !asked.search && !asked.source && !asked.tab
  const close = () => go({ ...asked, peek: undefined })
  const here = useRef<((peek: string) => void) | null>(null)
  useEffect(() => {
    here.current = (peek) => go({ ...asked, peek })
    return () => void (here.current = null)
  })
  // Its text is asked for at once, unless one is on another screen by then.
  const { uploads, add, cancel, retry } = useUploads((peek) => here.current?.(peek))
  const take = useRef(add)
  useEffect(() => void (take.current = add))
  const onFiles = useCallback((files: readonly File[]) => take.current(files), [])

  // Where they stand is known with the list (web.md#pressed-where-it-stays).
  const isReady = mayAdd && !list.isPending
  const ways = isPossible && (
    <>
      <Button disabled={!isReady} onClick={() => setFetching(true)}>
        From an address…
      </Button>
      <UploadButton disabled={!isReady} onFiles={onFiles} />
    </>
  )
  return (
    <Page
      title="Media"
      isWide
      lead={isBare ? 'The pictures of your articles, authors and members.' : undefined}
      actions={
        <>
          {/* Always here: what is being drawn stays open when it is the first picture. */}
          <GenerateButton use={{ label: 'Show it in Media', run: (peek) => go({ ...asked, peek }) }} />
          {!isBare && ways}
        </>
      }
      rail={asked.peek && <MediaPeek key={asked.peek} id={asked.peek} onClose={close} />}
    >
      {!isBare && <MediaTabs asked={asked} />}
      <div hidden={isBare} className="filter-row my-3">
        <SearchBox
          label="Search"
          hint="Name, alt text or file name"
          value={asked.search ?? ''}
          onSearch={(search) => go({ ...others, search })}
        />
        <Select
          label="Where from"
          value={asked.source ?? ''}
          options={[['', 'From anywhere'], ...sources]}
          onChange={(source: NonNullable<MediaSearch['source']> | '') => go({ ...others, source })}
        />
        <Select
          label="View"
          value={asked.view ?? 'grid'}
          options={[
            ['grid', 'Grid'],
            ['list', 'List'],
          ]}
          onChange={(view) => go({ ...asked, view })}
        />
        {mayAdd && !asked.peek && <p className="ml-auto text-muted max-md:hidden">Drop files anywhere, or paste one</p>}
      </div>
      <UploadList uploads={uploads} onCancel={cancel} onRetry={retry} />
      <MediaBody asked={asked} input={input} ways={ways} onAsk={go} />
      {mayAdd && <DropZone onFiles={onFiles} />}
      {isFetching && <FromAddress onClose={() => setFetching(false)} />}
    </Page>
  )
}
