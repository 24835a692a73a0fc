/** The page of keys and connected apps, as refusals name it: what it is called, and where the sidebar has it. */
export const agentsPage = 'Connected agents (Run > Agents)'
