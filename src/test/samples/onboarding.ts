import type { Samples } from './sample.ts'

export const onboardingSamples: Samples<'onboarding'> = {
  completeOnboardingStep: async () => ({
    input: { step: 'contentMode', state: 'done' },
    other: { step: 'brand', state: 'skipped' },
  }),
}
