/** The person who looks at the list, as far as it decides what can be done there. */
export type Viewer = { userId: string; isAdmin: boolean }
