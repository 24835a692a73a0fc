const day = 24 * 60 * 60

/** Lifetimes in seconds (oauth.md#opaque-tokens). */
export const lifetimes = { code: 60, accessToken: 3600, refreshToken: 30 * day, grant: 180 * day, interaction: 600 }
