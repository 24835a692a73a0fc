/** Bots of AI services, by the token in their user agent. */
export const aiBots = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'PerplexityBot',
  'Perplexity-User',
  'Bingbot',
  'MistralAI-User',
  'DuckAssistBot',
  'Meta-ExternalAgent',
  'Meta-ExternalFetcher',
  'Amazonbot',
  'Applebot',
  'Bytespider',
  'CCBot',
  'cohere-ai',
  'YouBot',
  'Google-CloudVertexBot',
] as const

export type AiBot = (typeof aiBots)[number]
/** Who fetches: a person, one of the AI bots, or something else. */
export type Caller = 'human' | 'other' | AiBot

const nameOf = new Map<string, AiBot>(aiBots.map((bot) => [bot.toLowerCase(), bot]))
const token = new RegExp(`(?<![a-z0-9])(?:${aiBots.join('|')})(?![a-z0-9])`, 'i')
const machine = /bot|crawl|spider|headless|preview|monitor|lighthouse/i

/** Who a user agent is: AI bots first, then what looks like a browser. */
export function callerOf(userAgent: string): Caller {
  const bot = nameOf.get(token.exec(userAgent)?.[0].toLowerCase() ?? '')
  if (bot !== undefined) return bot
  return userAgent.startsWith('Mozilla/5.0') && !machine.test(userAgent) ? 'human' : 'other'
}

export function isAiBot(caller: string): caller is AiBot {
  return nameOf.has(caller.toLowerCase())
}
