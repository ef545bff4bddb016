/** How many of the last round trips are kept, and looked at. The spec names no number. */
export const ROUND_TRIPS_KEPT = 10

/** A request to the server until the head of its answer: whether one came, and after how many milliseconds. */
export interface RoundTrip {
  readonly answered: boolean
  readonly ms: number
}
