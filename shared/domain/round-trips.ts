/** How many round trips are kept and judged. The spec names no number. */
export const ROUND_TRIPS_KEPT = 10

/** A request to the server, until its answer begins: whether one came, and after how many milliseconds. */
export interface RoundTrip {
  readonly answered: boolean
  readonly ms: number
}
