import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, isAllowedLink } from './sanitise-allow-list.ts'

export const BULK_SUBJECT_MAX = 150
export const BULK_BODY_MAX = 50_000
export const BULK_REASON_MAX = 500
export const BULK_ADDRESSES_MAX = 5000

export const BULK_FIELDS = ['displayName', 'knownAs', 'area', 'manager'] as const
export type BulkFields = Readonly<Record<(typeof BULK_FIELDS)[number], string>>

/** What an audience is chosen by. */
export const BULK_FILTERS = [
  'roleIDs',
  'userTypes',
  'areaIDs',
  'agencyIDs',
  'contractTypeIDs',
  'projectIDs',
  'skillIDs',
  'statuses',
] as const
export type BulkFilter = (typeof BULK_FILTERS)[number]

/** What becomes of a mailing. */
export const BULK_STATES = {
  WAITING_APPROVAL: 'Waits for approval',
  WAITING: 'About to send',
  RUNNING: 'Sending',
  DONE: 'Sent',
  STOPPED: 'Stopped',
} as const
export type BulkState = keyof typeof BULK_STATES

const FIELD = /\{([^{}]*)\}/g
const isField = (name: string): name is keyof BulkFields => (BULK_FIELDS as readonly string[]).includes(name)

/** The first field of the text that there is none of; null where all are known. */
export function unknownField(text: string): string | null {
  for (const [, name = ''] of text.matchAll(FIELD)) if (!isField(name)) return name
  return null
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter)

/** The text with somebody's fields filled in. */
export const filledIn = (text: string, fields: BulkFields, isHtml = false): string =>
  text.replaceAll(FIELD, (whole, name: string) => {
    if (!isField(name)) return whole
    return isHtml ? escaped(fields[name]) : fields[name]
  })

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z]+="[^"<>]*")*)\s*>/iy
const ATTRIBUTE = /([a-z]+)="([^"]*)"/gi
const ALONE = new Set(['img'])

/** Whether the body is written with tags; without them its paragraphs have an empty line between them. */
export const isHtmlBody = (body: string): boolean => body.includes('<')

function attributesFit(tag: string, written: string): boolean {
  return [...written.matchAll(ATTRIBUTE)].every(([, name = '', value = '']) => {
    if (!ALLOWED_ATTRIBUTES[tag]?.includes(name.toLowerCase())) return false
    if (name.toLowerCase() === 'href') return /^[a-z]+:/i.test(value) && isAllowedLink(value)
    // Letters fetch nothing (spec 5 §6.1).
    return name.toLowerCase() !== 'src' || /^data:image\/(?:png|jpeg|gif|webp);base64,/i.test(value)
  })
}

/**
 * What of a body isn't allowed, as it is written there; null where all is. Only the tags of spec 3 §9, each
 * closed; a lone < is written as `&lt;`.
 */
export function bodyFault(body: string): string | null {
  const open: string[] = []
  for (let at = body.indexOf('<'); at >= 0; at = body.indexOf('<', at)) {
    TAG.lastIndex = at
    const [whole, slash = '', name = '', attributes = ''] = TAG.exec(body) ?? []
    const tag = name.toLowerCase()
    if (whole === undefined || !ALLOWED_TAGS.includes(tag)) return body.slice(at, at + 30)
    if (slash !== '') {
      if (open.pop() !== tag || attributes !== '') return whole
    } else {
      if (!attributesFit(tag, attributes)) return whole
      if (!ALONE.has(tag)) open.push(tag)
    }
    at += whole.length
    if (tag !== 'style' || slash !== '') continue
    const end = body.toLowerCase().indexOf('</style>', at)
    const rules = body.slice(at, end < 0 ? undefined : end)
    if (end < 0 || /[<\\]|url\s*\(|@import/i.test(rules)) return whole
    at = end
  }
  return open.length === 0 ? null : `<${open.at(-1)}>`
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** A text without tags as it is laid out. */
export const paragraphsOf = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${escaped(part.trim())}</p>`)
    .join('')

/** A body with tags as plain text. */
export function plainBody(html: string): string {
  return html
    .replaceAll(/<style[\s\S]*?<\/style\s*>/gi, '')
    .replaceAll(/<a\s+[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a\s*>/gi, '$2 ($1)')
    .replaceAll(/<li[^>]*>/gi, '\n- ')
    .replaceAll(/<\/(?:p|h[1-6]|ul|table|caption)\s*>/gi, '\n\n')
    .replaceAll(/<\/tr\s*>/gi, '\n')
    .replaceAll(/<\/t[dh]\s*>/gi, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
