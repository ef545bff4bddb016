import { parse } from 'scim2-parse-filter'
import * as z from 'zod/mini'
import { ScimError } from './scim-error.ts'

/** Most resources of one answer (spec 5 §5.4). */
export const SCIM_PAGE_MAX = 200
const PAGE = 100

const whole = z.pipe(z.string().check(z.regex(/^-?\d{1,9}$/)), z.transform(Number))
const query = z.object({
  filter: z.optional(z.string().check(z.maxLength(1000))),
  startIndex: z.optional(whole),
  count: z.optional(whole),
  attributes: z.optional(z.string().check(z.maxLength(2000))),
  excludedAttributes: z.optional(z.string().check(z.maxLength(2000))),
})

/** One attribute and the value that it is to have. */
export interface EqFilter {
  /** In small letters, without the schema's name: `username`, `emails.value`. */
  readonly attribute: string
  readonly value: string
}

export interface ScimQuery {
  readonly filter: EqFilter | null
  /** From 1 on. */
  readonly startIndex: number
  readonly count: number
  /** Names in small letters; null for all. */
  readonly attributes: readonly string[] | null
  readonly excluded: readonly string[]
}

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')

const plainName = (path: string) =>
  path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:\w+:/i, '').toLowerCase()

/**
 * `attribute eq "value"`, also with a filter of values in brackets, such as `emails[type eq "work"].value`: there is one
 * e-mail address. @throws ScimError 400
 */
export function readFilter(text: string): EqFilter {
  const bracketed = /^([\w:.]+)\[[^\]]*\](\.\w+)?\s+(eq)\s+(.*)$/i.exec(text)
  const asked = bracketed ? `${bracketed[1]}${bracketed[2] ?? ''} eq ${bracketed[4]}` : text
  let tree: ReturnType<typeof parse>
  try {
    tree = parse(asked)
  } catch {
    throw new ScimError(400, 'The filter cannot be read.', 'invalidFilter')
  }
  if (tree.op !== 'eq' || !('attrPath' in tree))
    throw new ScimError(400, 'Filters are one attribute, eq and a value.', 'invalidFilter')
  return { attribute: plainName(tree.attrPath), value: String(tree.compValue) }
}

/** @throws ScimError 400 */
export function readQuery(asked: unknown): ScimQuery {
  const read = query.safeParse(asked)
  if (!read.success) throw new ScimError(400, 'The query cannot be read.', 'invalidValue')
  const { filter, startIndex = 1, count = PAGE, attributes, excludedAttributes = '' } = read.data
  return {
    filter: filter === undefined ? null : readFilter(filter),
    startIndex: Math.max(1, startIndex),
    count: Math.min(SCIM_PAGE_MAX, Math.max(0, count)),
    attributes: attributes === undefined ? null : namesIn(attributes).map(plainName),
    excluded: namesIn(excludedAttributes).map(plainName),
  }
}

/** What is always there (RFC 7643 §2.1: returned `always`). */
const ALWAYS = ['schemas', 'id', 'meta']

/** The resource with the attributes that were asked for. */
export function chosen<T extends object>(resource: T, { attributes, excluded }: ScimQuery): object {
  const entries = Object.entries(resource).filter(([name]) => {
    if (ALWAYS.includes(name)) return true
    const key = name.toLowerCase()
    if (attributes !== null) return attributes.some((one) => one === key || one.startsWith(`${key}.`))
    return !excluded.includes(key)
  })
  return Object.fromEntries(entries)
}
