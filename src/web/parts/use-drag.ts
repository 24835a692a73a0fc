import { useEffect, useRef, useState, type RefObject } from 'react'

// Loaded by the screens that drag, when they are open.
const library = () => import('@atlaskit/pragmatic-drag-and-drop/element/adapter')

/** What is dragged: an id, and where it came from. */
export type Dragged = { kind: string; id: string }

/** Lets an element be dragged by the mouse; whatever it does is in a menu too. Null: it stays where it is. */
export function useDraggable<E extends HTMLElement>(dragged: Dragged | null): RefObject<E | null> {
  const ref = useRef<E>(null)
  const { kind, id } = dragged ?? {}
  useEffect(() => {
    const element = ref.current
    if (!element || kind === undefined || id === undefined) return
    return later(async () => (await library()).draggable({ element, getInitialData: () => ({ kind, id }) }))
  }, [kind, id])
  return ref
}

type Target = { takes(dragged: Dragged): boolean; onDrop(dragged: Dragged): void }

/** Lets things be dropped on an element; `isOver` while one that it takes is above it. */
export function useDropTarget<E extends HTMLElement>(target: Target): { ref: RefObject<E | null>; isOver: boolean } {
  const ref = useRef<E>(null)
  const [isOver, setOver] = useState(false)
  const latest = useRef(target)
  useEffect(() => {
    latest.current = target
  })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    return later(async () =>
      (await library()).dropTargetForElements({
        element,
        canDrop: ({ source }) => isDragged(source.data) && latest.current.takes(source.data),
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source }) => {
          setOver(false)
          if (isDragged(source.data)) latest.current.onDrop(source.data)
        },
      }),
    )
  }, [])
  return { ref, isOver }
}

function isDragged(data: Record<string | symbol, unknown>): data is Dragged {
  return typeof data['kind'] === 'string' && typeof data['id'] === 'string'
}

/** Begins something that is loaded first; what it returns ends it, whenever that is. */
function later(begin: () => Promise<() => void>): () => void {
  let end: (() => void) | undefined
  let isOver = false
  void begin().then((stop) => (isOver ? stop() : (end = stop)))
  return () => {
    isOver = true
    end?.()
  }
}
