import { randomFrom } from '#shared/domain/random.ts'

/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** `count` different entries, or all where there are fewer, in random order. */
  sample<T>(list: readonly T[], count: number): T[]
}

export function createRandom(seed: number): Random {
  const next = randomFrom(seed)
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))

  function pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing to pick from')
    return list[int(0, list.length - 1)] as T
  }

  function sample<T>(list: readonly T[], count: number): T[] {
    const rest = [...list]
    const taken: T[] = []
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(int(0, rest.length - 1), 1))
    return taken
  }

  return { next, int, pick, sample, chance: (probability) => next() < probability }
}
