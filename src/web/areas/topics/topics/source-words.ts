import type { Topic } from '#web/areas/topics/topics/topics-search.ts'

/** Who proposed a topic. */
export const sources: Record<Topic['source'], string> = {
  agent: 'An agent',
  user: 'A person',
  ai: 'A model',
  import: 'Import',
}
