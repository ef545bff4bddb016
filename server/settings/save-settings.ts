import type { StyleSettings } from '#shared/contract/settings-entities.ts'
import { newlyHardToRead } from '#shared/settings/contrast.ts'
import {
  isSettingKey,
  rowOf,
  SETTING_KEYS,
  type SettingKey,
  type SettingValue,
  settingOf,
} from '#shared/settings/registry.ts'
import { clashesIn } from '#shared/settings/rules.ts'
import { faultOf } from '#shared/settings/shape.ts'
import type { Database } from '../db/database.ts'
import { readDeviceSettings } from '../device-health/device-settings.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import { tellLooser } from '../recorded/loosening.ts'
import { POLICY_KEY } from '../recorded/policy.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { guardAccess, someGrantorHasTwoFactor } from '../roles/grantors.ts'
import { gradeAnew } from '../support/machines.ts'
import { parsed } from './parsed.ts'
import { readSetting, readSettings, type SettingDefaults, storedValue, usualValue } from './settings.ts'

export const SETTINGS_PAGE = 'admin.configuration.settings'

export interface SettingChange {
  readonly key: string
  /** Null: the default again. */
  readonly value: unknown
  /** The version that was seen; null where that doesn't matter. */
  readonly version: number | null
}

export interface SavingOptions {
  readonly caller: Actor
  readonly at: number
  readonly defaults?: SettingDefaults
  /** Takes what people are told of it, which is stored in the same transaction. */
  readonly onTold?: (kept: readonly KeptNotification[]) => void
  /** Whether the person was told of colours that are hard to read, and wants them. */
  readonly acceptsContrast?: boolean | undefined
}

interface Checked {
  readonly key: SettingKey
  /** JSON; null for the default. */
  readonly after: string | null
  readonly value: unknown
  readonly version: number | null
}

/** @throws Refusal 400 that names the setting */
function checked({ key, value, version }: SettingChange): Checked {
  if (!isSettingKey(key)) throw new Refusal(400, 'setting.unknown', { key })
  if (value === null) return { key, after: null, value, version }
  const { label, shape } = settingOf(key)
  const fault = faultOf(shape, value)
  if (fault !== null) throw new Refusal(400, 'setting.wrong', { label, fault })
  const kept = shape.schema.parse(value)
  return { key, after: JSON.stringify(kept), value: kept, version }
}

/** @throws Refusal 400 where values don't go together */
async function requireTogether(
  db: Database,
  changes: readonly Checked[],
  defaults: SettingDefaults,
): Promise<void> {
  const present = await readSettings(db, SETTING_KEYS, defaults)
  const next = new Map(
    changes.map(({ key, after, value }) => [key, after === null ? usualValue(key, defaults) : value]),
  )
  const [clash] = clashesIn(
    <K extends SettingKey>(key: K) => (next.has(key) ? next.get(key) : present[key]) as SettingValue<K>,
  )
  if (!clash) return
  const key = next.has(clash.key) ? clash.key : clash.other
  throw new Refusal(400, 'setting.wrong', { label: settingOf(key).label, fault: clash.fault })
}

const STYLES: readonly SettingKey[] = ['look.themeLight', 'look.themeDark']

/** @throws Refusal 409 where text becomes hard to read */
function requireReadable(
  { key, value }: Checked,
  before: string | null,
  { acceptsContrast, defaults }: SavingOptions,
): void {
  if (acceptsContrast || value === null || !STYLES.includes(key)) return
  const was = storedValue(key, before) ?? usualValue(key, defaults)
  const pairs = newlyHardToRead(was as StyleSettings, value as StyleSettings)
  if (pairs.length > 0) throw new Refusal(409, 'setting.contrast', { pairs: pairs.join(', ') })
}

/** Stores one change with its history; whether anything changed. @throws Refusal 409 where it changed since */
async function store(trx: Database, change: Checked, options: SavingOptions): Promise<boolean> {
  const { key, after, version } = change
  const { caller, at } = options
  const name = rowOf(key)
  const row = await trx
    .selectFrom('settings')
    .leftJoin('users', 'users.id', 'settings.changedBy')
    .where('settings.name', '=', name)
    .select(['settings.value', 'settings.version', 'settings.changedAt', 'users.displayName'])
    .executeTakeFirst()
  // An empty row says that the default holds again.
  const before = row?.value ? row.value : null
  if (before === after) return false
  const changed = () =>
    new Refusal(409, 'setting.changed', {
      label: settingOf(key).label,
      name: row?.displayName ?? null,
    })
  if (version !== null && version !== (row?.version ?? 0)) throw changed()
  requireReadable(change, before, options)
  const { id } = await trx
    .insertInto('settingHistory')
    .values({ key, before, after, changedBy: caller.userID, changedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stamp = { version: id, changedBy: caller.userID, changedAt: at }
  // Of two servers that save at once, one finds the row otherwise.
  const written = row
    ? await trx
        .updateTable('settings')
        .set({ value: after ?? '', ...stamp })
        .where('name', '=', name)
        .where('version', '=', row.version)
        .returning('name')
        .executeTakeFirst()
    : await trx
        .insertInto('settings')
        .values({ name, value: after ?? '', ...stamp })
        .onConflict((conflict) => conflict.doNothing())
        .returning('name')
        .executeTakeFirst()
  if (!written) throw changed()
  if (key === POLICY_KEY) options.onTold?.(await tellLooser(trx, before, after, at))
  await audit(trx, caller, at, {
    action: 'SETTING_CHANGED',
    page: SETTINGS_PAGE,
    recordType: 'setting',
    recordID: null,
    label: settingOf(key).label,
    changes: [{ field: key, before: parsed(before) ?? null, after: parsed(after) ?? null }],
  })
  return true
}

/**
 * Where passwords sign nobody in, somebody who grants permissions keeps a password and a second factor (spec 5 §5.4).
 * @throws Refusal 400 where nobody would
 */
async function keepSomebodyIn(trx: Database): Promise<void> {
  if (!(await readSetting(trx, 'signIn.singleSignOnOnly'))) return
  await guardAccess(trx)
  if (!(await someGrantorHasTwoFactor(trx))) throw new Refusal(400, 'permission.lastGranter')
}

/**
 * Saves settings, all or none, with their history and audit (spec 5 §5.1). It belongs into a transaction.
 * @returns the keys whose value changed
 * @throws Refusal 400 naming what is wrong, 409 where somebody changed one since, or text becomes hard to read
 */
export async function saveSettings(
  trx: Database,
  changes: readonly SettingChange[],
  options: SavingOptions,
): Promise<SettingKey[]> {
  const sound = changes.map(checked)
  await requireTogether(trx, sound, options.defaults ?? {})
  const saved: SettingKey[] = []
  for (const change of sound) if (await store(trx, change, options)) saved.push(change.key)
  if (saved.includes('signIn.singleSignOnOnly')) await keepSomebodyIn(trx)
  // Lists of machines go by the grades that hold now.
  if (saved.some((key) => key.startsWith('devices.'))) await gradeAnew(trx, await readDeviceSettings(trx))
  return saved
}
