import * as z from 'zod/mini'
import { type TicketSettings, ticketSettings } from '#shared/contract/ticket-entities.ts'

/** The fields that a person sets. */
export type SettingsFields = Omit<TicketSettings, 'ticketID'>
export type SettingsField = keyof SettingsFields

const { status, priority, type, effort } = ticketSettings.shape
const touched = <T>(field: z.ZodMiniType<T>) => z.optional(z.object({ from: field, to: field }))

const settingsEdits = z.object({
  status: touched(status),
  priority: touched(priority),
  type: touched(type),
  effort: touched(effort),
  dueby: touched(z.nullable(z.string())),
  // Of any length: a draft that is too long to be saved is still a draft.
  spec: touched(z.string()),
})

/**
 * What a person has changed and not saved: of each field that they touched what stood there, and what
 * they want. What the server has of the other fields, now or later, isn't theirs to write.
 */
export type SettingsEdits = z.output<typeof settingsEdits>
const FIELDS = Object.keys(settingsEdits.shape) as readonly SettingsField[]

/** Reads the edits that a draft keeps; none where it keeps none, or what can't be read. */
export function readEdits(draft: string): SettingsEdits {
  try {
    const parsed = settingsEdits.safeParse(JSON.parse(draft))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}

/** The draft that keeps these edits: '' for none. */
export function writeEdits(edits: SettingsEdits): string {
  return FIELDS.some((field) => edits[field] !== undefined) ? JSON.stringify(edits) : ''
}

/** The edits after the person has set some fields; one that is again as the server has it is no edit. */
export function withChange(
  edits: SettingsEdits,
  server: SettingsFields,
  change: Partial<SettingsFields>,
): SettingsEdits {
  const next: Record<string, unknown> = { ...edits }
  for (const field of FIELDS) {
    if (!(field in change)) continue
    if (change[field] === server[field]) delete next[field]
    else next[field] = { from: (edits[field] ?? { from: server[field] }).from, to: change[field] }
  }
  return next as SettingsEdits
}

/** What the form shows: what the person touched is theirs, the rest is the server's. */
export function edited(edits: SettingsEdits, server: SettingsFields): SettingsFields {
  const own = FIELDS.flatMap((field) => (edits[field] ? [[field, edits[field].to]] : []))
  return { ...server, ...Object.fromEntries(own) }
}

/** Whether there is anything to save. */
export function hasEdits(edits: SettingsEdits, server: SettingsFields): boolean {
  return FIELDS.some((field) => edits[field] !== undefined && edits[field].to !== server[field])
}

/** The fields that somebody else has saved since the person touched them, to something different. */
export function overlaps(edits: SettingsEdits, server: SettingsFields): readonly SettingsField[] {
  return FIELDS.filter((field) => {
    const own = edits[field]
    return own !== undefined && own.from !== server[field] && own.to !== server[field]
  })
}
