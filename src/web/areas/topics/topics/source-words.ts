import type { Topic } from '#web/areas/topics/topics/topics-search.ts'

/** Who proposed a topic: an agent by the name of its key or app. */
export const proposer = ({ source, agentName }: Pick<Topic, 'source' | 'agentName'>): string =>
  agentName ?? sources[source]

const sources: Record<Topic['source'], string> = {
  agent: 'An agent',
  user: 'A person',
  ai: 'A model',
  import: 'Import',
}
