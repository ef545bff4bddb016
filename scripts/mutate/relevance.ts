import type { Site } from './sites.ts'

/** Words too common to tell one requirement from another. */
const COMMON = new Set(
  'the and with for its are has is not one any all from that this when only shows sends post get api returns list item items user users each other into than while where which are was spec text field fields name names value values called call calls type'.split(
    ' ',
  ),
)

/** A text's words in lower case, of names such as `markAsRead` each part, and the names whole. */
export function wordsOf(text: string): string[] {
  const names = text.match(/[A-Za-z][A-Za-z0-9_]*|\d+(?:\.\d+)?/g) ?? []
  const parts = names.flatMap((name) => [
    name.toLowerCase(),
    ...name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[\s_]+/),
  ])
  return [...new Set(parts.map((word) => word.replace(/(?<=\w{3})s$/, '')))].filter(
    (word) => (word.length > 2 || /\d/.test(word)) && !COMMON.has(word),
  )
}

/** What a requirement quotes, and its paths: a line that holds one says what it is about better than words. */
export function literalsOf(text: string): string[] {
  const quoted = [...text.matchAll(/(?<!\w)(['"])(.{3,}?)\1(?!\w)/g)].map(([, , literal = '']) => literal)
  const paths = text.match(/\/?[a-z][\w-]*(?:\/[\w-]+)+/gi) ?? []
  return [...new Set([...quoted, ...paths])]
}
/** One such counts as much as several rare words. */
const LITERAL_SCORE = 40

/** The lines around a place: with its neighbours a line says what it is about. */
const AROUND = 2

/**
 * How much a place has to do with a requirement: the words that both have, a rare word counting more
 * than a common one, and those on the place's own line thrice.
 *
 * @param lines the place's file
 */
export function rankSites(
  requirement: string,
  sites: readonly Site[],
  lines: (file: string) => readonly string[],
): { site: Site; score: number }[] {
  const wanted = wordsOf(requirement)
  const literals = literalsOf(requirement)
  const own = sites.map(({ file, line }) => new Set(wordsOf(lines(file)[line - 1] ?? '')))
  const around = sites.map(
    ({ file, line }) =>
      new Set(wordsOf([file, ...lines(file).slice(Math.max(0, line - 1 - AROUND), line + AROUND)].join(' '))),
  )
  const weight = new Map(
    wanted.map((word) => [
      word,
      Math.log((1 + sites.length) / (1 + around.filter((words) => words.has(word)).length)),
    ]),
  )
  return sites
    .map((site, index) => {
      const line = lines(site.file)[site.line - 1] ?? ''
      let score = LITERAL_SCORE * literals.filter((literal) => line.includes(literal)).length
      // What surrounds a line counts only beside words of its own.
      if (!wanted.some((word) => own[index]?.has(word))) return { site, score }
      for (const word of wanted) {
        const rarity = weight.get(word) ?? 0
        if (own[index]?.has(word)) score += 3 * rarity
        else if (around[index]?.has(word)) score += rarity
      }
      return { site, score }
    })
    .sort((a, b) => b.score - a.score)
}

/** Random numbers from 0 up to 1 that a seed decides (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of the places that have nearly as much to do with it as the first. */
export function drawSite(
  ranked: readonly { site: Site; score: number }[],
  random: () => number,
): Site | null {
  const best = ranked[0]?.score ?? 0
  if (best === 0) return null
  const near = ranked.filter(({ score }) => score >= best * NEAR)
  return near[Math.floor(random() * near.length)]?.site ?? null
}
const NEAR = 0.9
