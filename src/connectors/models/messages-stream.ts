import { type ModelStream, objectIn, textIn } from './stream.ts'

type Block = Record<string, unknown>

/**
 * Anthropic's Messages as a stream: the beginning of a message, the parts of its blocks, and how it ended
 * (platform.claude.com/docs/en/build-with-claude/streaming). What a form does not need, thoughts and citations, is left out.
 */
export function messagesStream(onText: (text: string) => void): ModelStream {
  return () => {
    const blocks = new Map<unknown, Block>()
    let message: Block = {}
    let [text, hasEnded] = ['', false]

    function grow(block: Block, delta: Block): void {
      if (delta['type'] === 'text_delta') {
        block['text'] = textIn(block, 'text') + textIn(delta, 'text')
        onText((text += textIn(delta, 'text')))
      }
      if (delta['type'] === 'input_json_delta')
        block['written'] = textIn(block, 'written') + textIn(delta, 'partial_json')
    }

    return {
      take(event) {
        const { type, index } = event
        if (type === 'error') return { error: objectIn(event, 'error') }
        if (type === 'message_start') message = { ...objectIn(event, 'message') }
        if (type === 'content_block_start') blocks.set(index, { ...objectIn(event, 'content_block') })
        if (type === 'content_block_delta') grow(blocks.get(index) ?? {}, objectIn(event, 'delta'))
        if (type === 'message_delta') {
          // The counts of the end are those of the whole message.
          const usage = { ...objectIn(message, 'usage'), ...objectIn(event, 'usage') }
          message = { ...message, ...objectIn(event, 'delta'), usage }
        }
        if (type === 'message_stop') hasEnded = true
        return undefined
      },
      whole: () => (hasEnded ? { ...message, content: [...blocks.values()].map(asWhole) } : undefined),
    }
  }
}

/** A block as it comes in one piece: the input of a tool is JSON that was streamed as text. */
function asWhole({ written, ...block }: Block): Block {
  if (typeof written !== 'string') return block
  try {
    return { ...block, input: JSON.parse(written) as unknown }
  } catch {
    return block
  }
}
