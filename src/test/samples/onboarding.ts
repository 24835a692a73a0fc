import type { Samples } from './sample.ts'

export const onboardingSamples: Samples<'onboarding'> = {
  getOnboardingStatus: async () => ({ input: {} }),
  completeOnboardingStep: async () => ({
    input: { step: 'contentMode', state: 'done' },
    other: { step: 'brand', state: 'skipped' },
  }),
}
