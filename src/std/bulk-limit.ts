/** The most items that one call changes: what the operation refuses beyond, and what the list lets people choose. */
export const bulkLimit = 200
