/** Fetched by Tracker home, under what is needed first. */
export const loadRecorded = async () => (await import('./Recorded.tsx')).Recorded
