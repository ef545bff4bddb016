/** A point in time in the database: milliseconds since 1970, UTC. */
export type Time = number
