import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Makes a topic more or less urgent, which is its place in its column; with a way back. */
export function usePriority() {
  const { run } = useAction('updateTopic')

  return async (topic: Topic, by: number) => {
    const priority = Math.max(0, Math.min(100, topic.priority + by))
    const done = await run({ topicId: topic.id, priority })
    if (!done) return toast(`The priority of “${topic.topic}” could not be changed.`)
    toast(`“${topic.topic}” has priority ${priority}.`, {
      label: 'Undo',
      run: () => void run({ topicId: topic.id, priority: topic.priority }),
    })
  }
}
