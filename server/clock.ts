/** The present, in milliseconds since 1970. Handed in wherever a rule depends on time. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
