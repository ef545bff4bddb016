/** What somebody says of time in which they touched nothing: that they were there, or what it was (spec 4 §4.2.1). */
export const IDLE_ANSWERS = ['STILL_HERE', 'PERSONAL', 'BREAK'] as const
export type IdleAnswer = (typeof IDLE_ANSWERS)[number]

/** So long after the question, without an answer, they are flagged idle (spec 4 §5.7). */
export const IDLE_QUESTION_MS = 60_000
