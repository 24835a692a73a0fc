import base from './vitest.config.ts'

// The example websites that bring a framework of their own (`npm run test:websites`).
export default { ...base, test: { ...base.test, include: ['src/test/websites/**/*.test.ts'], exclude: [] } }
