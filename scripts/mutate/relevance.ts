import type { Requirement } from './claims.ts'
import type { Site } from './sites.ts'

/** A word without its ending: 'revokes', 'revoked' and 'revoking' are one. */
function stemOf(word: string): string {
  return word
    .replace(/(?<=\w{3})s$/, '')
    .replace(/(?<=[a-z]{4})(?:ed|ing)$/, '')
    .replace(/(?<=[a-z]{3})e$/, '')
}

/** Words too common to tell one requirement from another. */
const COMMON = new Set(
  'the and with for its are has is not one any all from that thi when only show shown send post get api return list item user each other into than while where which wa spec text field name value call type chosen belong carry hold need given off'
    .split(' ')
    .map(stemOf),
)

/** A text's words in lower case and without endings, of names such as `markAsRead` each part, and the names whole. */
export function wordsOf(text: string): string[] {
  const names = text.match(/[A-Za-z][A-Za-z0-9_]*|\d+(?:\.\d+)?/g) ?? []
  const parts = names.flatMap((name) => [
    name.toLowerCase(),
    ...name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[\s_]+/),
  ])
  return [...new Set(parts.map(stemOf))].filter(
    (word) => (word.length > 2 || /\d/.test(word)) && !COMMON.has(word),
  )
}

/**
 * What a requirement quotes, its paths, and names that it spells as code does (`makeCall`, `IN_CALL`): a line
 * that holds one says what it is about better than words.
 */
export function literalsOf(text: string): string[] {
  const quoted = [...text.matchAll(/(?<!\w)(['"])(.{3,}?)\1(?!\w)/g)].map(([, , literal = '']) => literal)
  const paths = text.match(/\/?[a-z][\w-]*(?:\/[\w-]+)+/gi) ?? []
  return [...new Set([...quoted, ...paths, ...namesOf(text)])]
}

const CODE_NAME = /(?<![\w/-])(?:[a-z]+[A-Z]\w*|[A-Z]+_\w+)(?![\w/-])/g

/** What a text spells as code does. */
const namesOf = (text: string): string[] => text.match(CODE_NAME) ?? []

const PLAIN_WORD = /^[A-Za-z]?[a-z]+$/

/** Whether a line holds a literal. An ordinary word such as 'status' is one only where the line quotes it, too. */
export function spells(line: string, literal: string): boolean {
  if (!PLAIN_WORD.test(literal)) return line.includes(literal)
  return [`'${literal}'`, `"${literal}"`, `>${literal}<`].some((quoted) => line.includes(quoted))
}

/** A name that more requirements than these spell belongs to none of them. */
const FEW = 3

/** The names that a few requirements each spell: a place with one is theirs. */
export function ownedNames(rows: readonly { readonly text: string }[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { text } of rows)
    for (const name of new Set(namesOf(text))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count <= FEW).map(([name]) => name))
}

/** Of all requirements, the share that has each word: what many have tells little about one. */
export function sharesOfWords(rows: readonly { readonly text: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of rows) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return new Map([...counts].map(([word, count]) => [word, count / rows.length]))
}

/** What a literal adds to a score: as much as several rare words. */
const LITERAL_SCORE = 40

/** A word that a hundredth of all requirements has, or fewer, counts whole. */
const FREE_OF = 2

/** The lines around a place: with its neighbours a line says what it is about. */
const AROUND = 2

const wordsOfLines = new WeakMap<readonly string[], Map<number, ReadonlySet<string>>>()

/** Names of attributes for style sheets: `data-unread` is no word on data. */
const STYLED = /\bdata-[\w-]+/g

/** The words of a line and of those `around` it. */
function wordsAt(lines: readonly string[], line: number, around: number): ReadonlySet<string> {
  const known = wordsOfLines.get(lines) ?? new Map<number, ReadonlySet<string>>()
  wordsOfLines.set(lines, known)
  const key = around === 0 ? line : -line
  const words =
    known.get(key) ??
    new Set(
      wordsOf(
        lines
          .slice(Math.max(0, line - 1 - around), line + around)
          .join(' ')
          .replace(STYLED, ''),
      ),
    )
  known.set(key, words)
  return words
}

/** Whether a requirement gives these words: what is read, or what goes over the wire. */
export function isQuoted(words: string, requirement: string): boolean {
  return words
    .split(/\$?\{[^}]*\}|[.…:]/)
    .map((part) => part.replace(/^[\s/]+|[\s/]+$/g, ''))
    .some((part) => part.length > 2 && requirement.includes(part))
}

const EMPTY_OR_ONE = /\b(non-empty|empty|blank|missing|no|none|one|once|least|only)\b/i

/** Whether a requirement gives a limit: by its figure or, of 0 and 1, in words. */
export function givesNumber(number: number, requirement: string): boolean {
  const figures = requirement.match(/\d[\d,]*(?:\.\d+)?/g) ?? []
  const isFigure = figures.some((figure) => Number(figure.replaceAll(',', '')) === number)
  return isFigure || (number <= 1 && EMPTY_OR_ONE.test(requirement))
}

const TOP = /^(export |async |function |const |class |interface |type )/
const COMMENT = /^(\/\*\*| \*|\/\/)/
const CITED = /\b([1-6] §\d+(?:\.\d+)*)((?:,? (?:and )?§\d+(?:\.\d+)*)*)/g

/** How far around a place within its declaration a section still speaks of it. */
const NEIGHBOURS = 4

/** The sections that a place is from: what its declaration's comment says, and what is told right beside it. */
export function sectionsAt(lines: readonly string[], line: number): string[] {
  let top = line - 1
  while (top > 0 && !TOP.test(lines[top] ?? '')) top -= 1
  let comment = top
  while (comment > 0 && COMMENT.test(lines[comment - 1] ?? '')) comment -= 1
  let end = line
  while (end < line + NEIGHBOURS && end < lines.length && !/^(\/\*\*|$)/.test(lines[end] ?? '')) end += 1
  const near = [...lines.slice(comment, top), ...lines.slice(Math.max(top, line - 1 - NEIGHBOURS), end)]
  return [...near.join('\n').matchAll(CITED)].flatMap(([, one = '', more = '']) => [
    one,
    ...[...more.matchAll(/§[\d.]*\d/g)].map(([section]) => `${one.slice(0, 2)}${section}`),
  ])
}

const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}.`)

/** By this the score of a place is multiplied that is another requirement's. */
const FOREIGN = 0.25

/** More for a place that says it is from the requirement's section, less for one that is from another. */
function kinship(cited: readonly string[], wanted: readonly string[]): number {
  if (cited.length === 0 || wanted.length === 0) return 1
  const isKin = cited.some((one) => wanted.some((other) => isWithin(one, other) || isWithin(other, one)))
  return isKin ? 2 : FOREIGN
}

/**
 * How much a place has to do with a requirement.
 * - Each word that both have counts, a rare one more than a common one.
 * - Words of the place's own line count three times. Where it stands in a property, an attribute or a default,
 *   that alone is its own, as `{ quiet: true }` isn't what its call is about.
 * - The fewer requirements depend on the place, and the nearer the section that its comment names, the more.
 * - A place that spells another requirement's name and none of this one's belongs to that one.
 *
 * @param lines the place's file
 * @param share of all requirements, the part whose tests depend on the place: from above 0 to 1
 * @param owned names as of `ownedNames`
 * @param words shares as of `sharesOfWords`
 */
export function rankSites(
  { text, sections }: Pick<Requirement, 'text' | 'sections'>,
  sites: readonly Site[],
  lines: (file: string) => readonly string[],
  share: (site: Site) => number,
  owned: ReadonlySet<string> = new Set(),
  words: ReadonlyMap<string, number> = new Map(),
): { site: Site; score: number }[] {
  const wanted = wordsOf(text)
  const literals = literalsOf(text)
  const own = sites.map(({ file, line, piece }) =>
    piece === null ? wordsAt(lines(file), line, 0) : new Set(wordsOf(piece.replace(STYLED, ''))),
  )
  const around = sites.map(({ file, line }) => wordsAt(lines(file), line, AROUND))
  const weight = new Map(
    wanted.map((word) => [
      word,
      Math.log((1 + sites.length) / (1 + around.filter((words) => words.has(word)).length)) *
        Math.min(1, -Math.log10(words.get(word) ?? 0) / FREE_OF),
    ]),
  )
  return sites
    .map((site, index) => {
      const line = lines(site.file)[site.line - 1] ?? ''
      const quotes = [line, site.piece ?? line].flatMap((told) => literals.filter((one) => spells(told, one)))
      let score = 1 + (LITERAL_SCORE / 2) * quotes.length
      // What surrounds a line counts only beside words of its own.
      const counts = wanted.some((word) => own[index]?.has(word))
      for (const word of counts ? wanted : []) {
        const rarity = weight.get(word) ?? 0
        if (own[index]?.has(word)) score += 3 * rarity
        else if (around[index]?.has(word)) score += rarity
      }
      return {
        site,
        score:
          score *
          ownness(share(site)) *
          kinship(sectionsAt(lines(site.file), site.line), sections) *
          (quotes.length === 0 && namesOf(line).some((name) => owned.has(name)) ? FOREIGN : 1),
      }
    })
    .sort((a, b) => b.score - a.score)
}

/** From 1 for what one requirement of a thousand depends on down to 0 for what all do. */
function ownness(share: number): number {
  return Math.min(1, -Math.log10(share) / 3) ** 2
}

/** The places that have nearly as much to do with it as the first. */
export function nearOf<T extends { readonly score: number }>(ranked: readonly T[]): readonly T[] {
  const best = ranked[0]?.score ?? 0
  return best === 0 ? [] : ranked.filter(({ score }) => score >= best * NEAR)
}
const NEAR = 0.8

/** One of the nearest places. */
export function drawSite(
  ranked: readonly { site: Site; score: number }[],
  random: () => number,
): Site | null {
  const near = nearOf(ranked)
  return near[Math.floor(random() * near.length)]?.site ?? null
}
