import type { TicketDesk } from '#shared/contract/help-center.ts'
import { rowOf, type SettingKey } from '#shared/settings/registry.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { type SavingOptions, saveSettings } from '../settings/save-settings.ts'
import { readSettings, type SettingDefaults, usualValue } from '../settings/settings.ts'

const KEYS = {
  clocks: 'help.clocks',
  types: 'help.ticketTypes',
  teams: 'help.teams',
} as const satisfies Readonly<Record<keyof TicketDesk['versions'], SettingKey>>
const PARTS = Object.keys(KEYS) as (keyof typeof KEYS)[]

/** Types, teams and clocks of tickets (spec 5 §5.13), as the settings keep them. */
export async function ticketDesk(db: Database, defaults: SettingDefaults): Promise<TicketDesk> {
  const values = await readSettings(db, Object.values(KEYS), defaults)
  const rows = await db
    .selectFrom('settings')
    .where('name', 'in', Object.values(KEYS).map(rowOf))
    .select(['name', 'version'])
    .execute()
  const versionOf = (part: keyof typeof KEYS) =>
    rows.find(({ name }) => name === rowOf(KEYS[part]))?.version ?? 0
  return {
    clocks: values[KEYS.clocks],
    types: values[KEYS.types],
    teams: values[KEYS.teams],
    versions: { clocks: versionOf('clocks'), types: versionOf('types'), teams: versionOf('teams') },
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Saves what changed, with the history and audit of settings. It belongs into a transaction.
 * @returns the settings that changed
 * @throws Refusal 400 for a value out of its limits, or a type that was taken away; 409 for what changed since
 */
export async function saveTicketDesk(
  trx: Database,
  wanted: TicketDesk,
  options: SavingOptions & { readonly defaults: SettingDefaults },
): Promise<SettingKey[]> {
  const present = await ticketDesk(trx, options.defaults)
  const changed = PARTS.filter((part) => !same(wanted[part], present[part]))
  const names = new Set(wanted.types.map(({ name }) => name))
  // Who hasn't seen the newest types is told of that first.
  const isSeen = wanted.versions.types === present.versions.types
  const lost = isSeen ? present.types.find(({ name }) => !names.has(name)) : undefined
  if (lost) throw new Refusal(400, 'ticket.typeStays', { name: lost.name })
  return saveSettings(
    trx,
    changed.map((part) => ({
      key: KEYS[part],
      value: same(wanted[part], usualValue(KEYS[part], options.defaults)) ? null : wanted[part],
      version: wanted.versions[part],
    })),
    options,
  )
}
