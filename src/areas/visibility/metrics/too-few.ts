const fewestAnswers = 30
const fewestPrompts = 10

/** Whether a sample is too small to speak of; `minSamples` can only ask for more. Of one prompt the answers alone count. */
export function isTooFew({
  n,
  prompts,
  minSamples = 0,
  ofPrompt = false,
}: {
  n: number
  prompts: number
  minSamples?: number | undefined
  ofPrompt?: boolean
}): boolean {
  return n < Math.max(fewestAnswers, minSamples) || (!ofPrompt && prompts < fewestPrompts)
}
