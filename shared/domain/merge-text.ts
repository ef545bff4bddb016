/**
 * Comparing lines takes time in proportion to their product. With more pairs than this the texts aren't
 * compared by line.
 */
const PAIRS_MAX = 4_000_000

/** For each line of `a` the index of the same line in `b`, or -1: the longest common subsequence. */
function matchLines(a: readonly string[], b: readonly string[]): Int32Array {
  const width = b.length + 1
  const lengths = new Int32Array((a.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const matches = new Int32Array(a.length).fill(-1)
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) matches[i++] = j++
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return matches
}

const startsWith = (lines: readonly string[], start: readonly string[]): boolean =>
  start.length <= lines.length && start.every((line, place) => line === lines[place])
const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && startsWith(a, b)

/** A stretch that either may have changed: the changed one, or both, theirs first. */
function resolve(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  if (same(mine, base)) return theirs
  if (same(theirs, base) || startsWith(mine, theirs)) return mine
  return startsWith(theirs, mine) ? theirs : [...theirs, ...mine]
}

/**
 * Merges two texts that came from the same one, by line. What only one side changed is taken from there;
 * where both changed something, both are kept. Nothing that either wrote is lost.
 */
export function mergeText(base: string, mine: string, theirs: string): string {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  const [b, m, t] = [base.split('\n'), mine.split('\n'), theirs.split('\n')]
  if (b.length * Math.max(m.length, t.length) > PAIRS_MAX) return `${theirs}\n${mine}`
  const inMine = matchLines(b, m)
  const inTheirs = matchLines(b, t)
  const merged: string[] = []
  let [atBase, atMine, atTheirs] = [0, 0, 0]
  for (;;) {
    let next = atBase
    while (next < b.length && !((inMine[next] ?? -1) >= 0 && (inTheirs[next] ?? -1) >= 0)) next++
    const isEnd = next === b.length
    const mineEnd = isEnd ? m.length : (inMine[next] ?? m.length)
    const theirsEnd = isEnd ? t.length : (inTheirs[next] ?? t.length)
    merged.push(...resolve(b.slice(atBase, next), m.slice(atMine, mineEnd), t.slice(atTheirs, theirsEnd)))
    if (isEnd) return merged.join('\n')
    merged.push(b[next] ?? '')
    ;[atBase, atMine, atTheirs] = [next + 1, mineEnd + 1, theirsEnd + 1]
  }
}
