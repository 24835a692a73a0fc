export const botClasses = ['training', 'search', 'user'] as const

/** A robot of an AI system. `userAgent` null: a name in robots.txt only. */
export type Bot = { name: string; class: (typeof botClasses)[number]; userAgent: string | null }

const browser = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; '

/** The robots of AI systems, as they introduce themselves. */
export const bots: readonly Bot[] = [
  { name: 'GPTBot', class: 'training', userAgent: `${browser}GPTBot/1.2; +https://openai.com/gptbot)` },
  { name: 'ClaudeBot', class: 'training', userAgent: `${browser}ClaudeBot/1.0; +claudebot@anthropic.com)` },
  { name: 'Google-Extended', class: 'training', userAgent: null },
  { name: 'Applebot-Extended', class: 'training', userAgent: null },
  { name: 'CCBot', class: 'training', userAgent: 'CCBot/2.0 (https://commoncrawl.org/faq/)' },
  {
    name: 'Meta-ExternalAgent',
    class: 'training',
    userAgent: 'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  },
  { name: 'OAI-SearchBot', class: 'search', userAgent: `${browser}OAI-SearchBot/1.0; +https://openai.com/searchbot)` },
  {
    name: 'Claude-SearchBot',
    class: 'search',
    userAgent: `${browser}Claude-SearchBot/1.0; +claude-searchbot@anthropic.com)`,
  },
  {
    name: 'PerplexityBot',
    class: 'search',
    userAgent: `${browser}PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`,
  },
  { name: 'Bingbot', class: 'search', userAgent: `${browser}bingbot/2.0; +http://www.bing.com/bingbot.htm)` },
  { name: 'ChatGPT-User', class: 'user', userAgent: `${browser}ChatGPT-User/1.0; +https://openai.com/bot)` },
  { name: 'Claude-User', class: 'user', userAgent: `${browser}Claude-User/1.0; +claude-user@anthropic.com)` },
  {
    name: 'Perplexity-User',
    class: 'user',
    userAgent: `${browser}Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)`,
  },
]
