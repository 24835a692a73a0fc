import type { NextConfig } from 'next'

// Where the urlTemplate of a collection ends with a slash, set `trailingSlash: true`.
const config: NextConfig = { poweredByHeader: false, turbopack: { root: import.meta.dirname } }

export default config
