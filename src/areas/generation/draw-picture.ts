import { addImage } from '#areas/media/index.ts'
import { asRefusals, openModel, type painters } from '#areas/models/index.ts'
import { storedId } from '#kernel/ids.ts'
import type { JobCtx } from '#kernel/job.ts'
import type { PictureAspect } from '#kernel/model.ts'

type Wanted = { provider: (typeof painters)[number]; prompt: string; aspect: PictureAspect; alt: string }

/** Has a picture drawn, and takes it into the library as every other one. `cost` in US dollars; null: unknown. */
export async function drawPicture(ctx: JobCtx, { provider, prompt, aspect, alt }: Wanted) {
  const { connector, connection, costOf } = await openModel(ctx, provider)
  const { draw } = connector
  if (draw === undefined) throw new Error(`${provider} does not draw`)
  const model = draw.defaultModel
  const drawn = await asRefusals(() => draw.draw(connection, { model, prompt, aspect }))
  const media = await addImage(ctx, {
    bytes: drawn.bytes,
    source: 'generated',
    filename: null,
    alt: alt.slice(0, 300),
    title: undefined,
  })
  return {
    mediaId: storedId('media', media.id),
    model: drawn.servedModel ?? model,
    tokens: { input: drawn.usage.inputTokens ?? 0, output: drawn.usage.outputTokens ?? 0 },
    cost: costOf(drawn.usage, model, drawn.servedModel),
  }
}
