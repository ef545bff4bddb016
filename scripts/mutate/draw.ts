import { randomFrom } from '../../shared/domain/random.ts'
import type { Site } from './sites.ts'

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
export function isGiven(site: Site, { text }: { readonly text: string }): boolean {
  const { file, original, words } = site
  if (site.isStandIn && !SAYS_NOTHING.test(text)) return false
  if (words !== null) {
    const isSaid = /\S\s+\S/.test(words) || CONTRACT.test(file) || TABLES.test(file)
    return !isSaid || isQuoted(words, text)
  }
  const isLimit = /^\d/.test(original) && CONTRACT.test(file)
  return !isLimit || givesNumber(Number(original.replaceAll('_', '')), text)
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
function givesNumber(number: number, requirement: string): boolean {
  const figures = requirement.match(/\d[\d,]*(?:\.\d+)?/g) ?? []
  const isFigure = figures.some((figure) => Number(figure.replaceAll(',', '')) === number)
  return isFigure || (number <= 1 && EMPTY_OR_ONE.test(requirement))
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
