/** The most items that one call changes: what the operation refuses beyond, and what the list lets people choose. */
export const bulkLimit = 200

/** Of how many of them is said beforehand what becomes of them: a rehearsal has one transaction for all. */
export const mostRehearsed = 50
