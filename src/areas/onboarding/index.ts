import { completeOnboardingStep } from './operations/complete-onboarding-step.ts'
import { getOnboardingStatus } from './operations/get-onboarding-status.ts'

export const operations = [getOnboardingStatus, completeOnboardingStep] as const
