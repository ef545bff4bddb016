import type { TicketSettings } from '#shared/contract/ticket-entities.ts'

/** The fields that a person sets. */
export type SettingsFields = Omit<TicketSettings, 'ticketID'>
type Field = keyof SettingsFields

const FIELDS: readonly Field[] = ['status', 'priority', 'type', 'effort', 'dueby', 'spec']

/** The fields in which two settings differ. */
export function changedFields(from: SettingsFields, to: SettingsFields): readonly Field[] {
  return FIELDS.filter((field) => from[field] !== to[field])
}

/**
 * Puts a person's edits on what somebody else has saved meanwhile: what they touched stays theirs,
 * the rest is the server's. `overlaps` are the fields that both changed to something different.
 */
export function rebase(
  base: SettingsFields,
  edited: SettingsFields,
  server: SettingsFields,
): { readonly fields: SettingsFields; readonly overlaps: readonly Field[] } {
  const mine = changedFields(base, edited)
  const own = Object.fromEntries(mine.map((field) => [field, edited[field]]))
  const fields: SettingsFields = { ...server, ...own }
  const theirs = changedFields(base, server)
  return {
    fields,
    overlaps: mine.filter((field) => theirs.includes(field) && edited[field] !== server[field]),
  }
}
