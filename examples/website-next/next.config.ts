import type { NextConfig } from 'next'

// Addresses without a slash at the end, as Masthead writes them: see urlTemplate of a collection.
const config: NextConfig = { poweredByHeader: false, turbopack: { root: import.meta.dirname } }

export default config
