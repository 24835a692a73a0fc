import { modelPrices, providerUrl } from '#platform/config/model-readers.ts'
import { parsed } from '#platform/config/readers.ts'
import { secret, secretKey } from '#platform/config/secrets.ts'

import { groupOfVariables } from './about.ts'

export const models = groupOfVariables()

export const modelsVariables = {
  OPENAI_API_KEY: secret(secretKey).optional().register(models, {
    description:
      'Key of OpenAI for every organization that stores none of its own. Models write and answer at its cost.',
    example: 'sk-proj-<key>',
    unset: 'none',
  }),
  OPENAI_BASE_URL: parsed(providerUrl).optional().register(models, {
    description:
      "Address to use instead of OpenAI's, without a version segment. http and other ports need ALLOW_PRIVATE_NETWORK.",
    example: 'https://openai-proxy.example.com',
    unset: 'https://api.openai.com',
  }),
  ANTHROPIC_API_KEY: secret(secretKey).optional().register(models, {
    description: 'The same for Anthropic.',
    example: 'sk-ant-<key>',
    unset: 'none',
  }),
  ANTHROPIC_BASE_URL: parsed(providerUrl).optional().register(models, {
    description: 'The same for Anthropic.',
    example: 'https://anthropic-proxy.example.com',
    unset: 'https://api.anthropic.com',
  }),
  GOOGLE_API_KEY: secret(secretKey).optional().register(models, {
    description: 'The same for Google: a key of the Gemini API.',
    example: 'AIza<key>',
    unset: 'none',
  }),
  GOOGLE_BASE_URL: parsed(providerUrl).optional().register(models, {
    description: "Address to use instead of Google's hosts, for models, signing in and Search Console.",
    example: 'https://google-proxy.example.com',
    unset: 'the hosts of Google',
  }),
  PERPLEXITY_API_KEY: secret(secretKey).optional().register(models, {
    description: 'The same for Perplexity, which answers and does not write.',
    example: 'pplx-<key>',
    unset: 'none',
  }),
  PERPLEXITY_BASE_URL: parsed(providerUrl).optional().register(models, {
    description: 'The same for Perplexity.',
    example: 'https://perplexity-proxy.example.com',
    unset: 'https://api.perplexity.ai',
  }),
  OPENAI_COMPATIBLE_BASE_URL: parsed(providerUrl).optional().register(models, {
    description:
      'A server that speaks chat completions, such as Ollama or vLLM. http and other ports need ALLOW_PRIVATE_NETWORK.',
    example: 'http://127.0.0.1:11434',
    unset: 'none',
  }),
  OPENAI_COMPATIBLE_API_KEY: secret(secretKey).optional().register(models, {
    description: 'Its key, if it needs one.',
    example: '<key>',
    unset: 'none',
  }),
  MODEL_PRICES: parsed(modelPrices).optional().register(models, {
    description: 'Prices in US dollars that override the built-in list: a JSON object by <provider>:<model>.',
    example: '{"openai:my-model":{"inputPerMillion":2,"outputPerMillion":10,"perSearch":0.01}}',
    unset: 'the built-in list',
  }),
}
