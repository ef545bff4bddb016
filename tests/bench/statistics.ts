/** The middle value; of an even number the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const at = (index: number) => sorted[index] ?? Number.NaN
  return Number.isInteger(middle) ? (at(middle - 1) + at(middle)) / 2 : at(Math.floor(middle))
}

/** What was measured side by side. */
export interface Pair {
  readonly product: readonly number[]
  readonly baseline: readonly number[]
}

/**
 * Measures two things in turn, A B A B, so that other work of the machine slows both alike.
 * @param warmUps rounds that don't count
 */
export async function sideBySide(
  product: () => Promise<number>,
  baseline: () => Promise<number>,
  rounds: number,
  warmUps: number,
): Promise<Pair> {
  const pair = { product: [] as number[], baseline: [] as number[] }
  for (let round = -warmUps; round < rounds; round += 1) {
    const a = await product()
    const b = await baseline()
    if (round < 0) continue
    pair.product.push(a)
    pair.baseline.push(b)
  }
  return pair
}

/** The value below which that share of the values lies; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
