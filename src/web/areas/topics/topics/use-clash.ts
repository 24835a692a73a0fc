import { useEffect, useRef, useState } from 'react'

import { useAction } from '#web/use-operation.ts'

const pause = 400

/** What is typed about a topic so far. */
type Typed = { topic: string; primaryKeyword: string; collectionPresetId: string | undefined }

/** The article or topic that is already about what is being typed: asked by rehearsing the proposal after a pause. */
export function useClash({ topic, primaryKeyword, collectionPresetId }: Typed): string | null {
  const { run } = useAction('createBlogTopic')
  const rehearse = useRef(run)
  const [clash, setClash] = useState<{ keyword: string; id: string | null } | null>(null)
  useEffect(() => {
    if (primaryKeyword.length < 2 || collectionPresetId === undefined) return
    let isOld = false
    const ask = async () => {
      const input = { topic: topic || primaryKeyword, primaryKeyword, angle: primaryKeyword, collectionPresetId }
      const done = await rehearse.current(input, { dryRun: true })
      if (!isOld) setClash({ keyword: primaryKeyword, id: done?.duplicateOf ?? null })
    }
    const timer = setTimeout(() => void ask(), pause)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [topic, primaryKeyword, collectionPresetId])
  return clash?.keyword === primaryKeyword ? clash.id : null
}
