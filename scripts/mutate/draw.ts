import { randomFrom } from '../../shared/domain/random.ts'
import type { Checkout } from './checkout.ts'
import { type Judged, judgementOn } from './judged.ts'
import type { Reach } from './reach.ts'
import { drawSite, givesNumber, isQuoted, nearOf, ownedNames, rankSites, sharesOfWords } from './relevance.ts'
import { counter, filesOf, type Row } from './rows.ts'
import { idOf, type Site } from './sites.ts'

/** What both sides take from one place. */
const CONTRACT = /^shared\/(contract|hubs|host)\//
const TABLES = /(^|[/-])texts?\.ts$/

const SAYS_NOTHING =
  /\b(?:no|none|nobody|nothing|not|never|without|lacks|missing|empty|blank|unset|unknown|optional|absent|default|unassigned|null|0)\b/i

/**
 * Words for a reader, and names and limits on the wire, are broken only for a requirement that gives them. One
 * that no document gives could as well be another: both sides take it from the same contract. What stands in for
 * nothing is broken only for a requirement that says what is there then.
 */
export function isGiven(site: Site, { text }: Pick<Row, 'text'>): boolean {
  const { file, original, words } = site
  if (site.isStandIn && !SAYS_NOTHING.test(text)) return false
  if (words !== null) {
    const isSaid = /\S\s+\S/.test(words) || CONTRACT.test(file) || TABLES.test(file)
    return !isSaid || isQuoted(words, text)
  }
  const isLimit = /^\d/.test(original) && CONTRACT.test(file)
  return !isLimit || givesNumber(Number(original.replaceAll('_', '')), text)
}

/** Random numbers for one row, the same whichever rows came before. */
export function randomOf(seed: number, id: string): () => number {
  return randomFrom(
    [...id].reduce((mixed, letter) => Math.imul(mixed ^ letter.charCodeAt(0), 16777619), seed ^ 0x811c9dc5),
  )
}

/** In the order of the seed. */
export function shuffled<T extends { readonly id: string }>(rows: readonly T[], seed: number): T[] {
  return rows
    .map((row) => ({ row, at: randomOf(seed, row.id)() }))
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row)
}

/** What can be drawn for rows, and the drawing. */
export class Draw {
  private readonly rowsAt: (site: Site) => number
  private readonly counts = new Map<Site, number>()
  private readonly owned: ReadonlySet<string>
  private readonly words: ReadonlyMap<string, number>

  private readonly rows: readonly Row[]
  private readonly reach: Reach
  private readonly checkout: Checkout
  private readonly judged: readonly Judged[]
  private readonly compiles: (site: Site) => boolean

  constructor(
    rows: readonly Row[],
    reach: Reach,
    checkout: Checkout,
    judged: readonly Judged[],
    compiles: (site: Site) => boolean,
  ) {
    this.rows = rows
    this.reach = reach
    this.checkout = checkout
    this.judged = judged
    this.compiles = compiles
    this.rowsAt = counter(rows, reach)
    this.owned = ownedNames(rows)
    this.words = sharesOfWords(rows)
  }

  /** A place for a row, or null if its tests run no code that could be broken; and the judged ones passed on the way. */
  placeFor(row: Row, seed: number): { site: Site | null; judged: Site[] } {
    const random = randomOf(seed, row.id)
    random()
    let ranked = this.ranked(row)
    const judged: Site[] = []
    for (;;) {
      const site = drawSite(ranked, random)
      if (!site) return { site, judged }
      const isJudged = judgementOn(this.judged, site, row.id) !== null
      if (!isJudged && this.compiles(site)) return { site, judged }
      if (isJudged) judged.push(site)
      ranked = ranked.filter((one) => one.site !== site)
    }
  }

  /** The nearest places of a row that aren't judged, `most` of them at most. */
  nearestFor(row: Row, most: number): Site[] {
    const found: Site[] = []
    for (const { site } of nearOf(this.ranked(row))) {
      if (found.length === most) break
      if (judgementOn(this.judged, site, row.id) === null && this.compiles(site)) found.push(site)
    }
    return found
  }

  /** A row's place by its id. */
  placeCalled(row: Row, id: string): Site | null {
    return this.candidates(row).find((site) => idOf(site) === id) ?? null
  }

  private ranked(row: Row): { site: Site; score: number }[] {
    return rankSites(
      row,
      this.candidates(row),
      this.checkout.linesOf,
      (site) => this.share(site),
      this.owned,
      this.words,
    )
  }

  private candidates(row: Row): Site[] {
    return filesOf(row)
      .flatMap(this.checkout.sitesOf)
      .filter(({ file, start, end }) =>
        this.reach.keysAt(file, start, end).some((key) => row.reached.has(key)),
      )
      .filter((site) => isGiven(site, row))
  }

  private share(site: Site): number {
    const count = this.counts.get(site) ?? this.rowsAt(site)
    this.counts.set(site, count)
    return Math.max(1, count) / this.rows.length
  }
}
