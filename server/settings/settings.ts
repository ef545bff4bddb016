import { rowOf, SETTINGS, type SettingKey, type SettingValue, settingOf } from '#shared/settings/registry.ts'
import type { Database } from '../db/database.ts'
import { readSetting as readFact, writeSetting as writeFact } from '../db/settings.ts'
import { parsed } from './parsed.ts'

/** What this server's options say in place of the registry's defaults. */
export type SettingDefaults = { readonly [K in SettingKey]?: SettingValue<K> }

/** What holds where nothing is stored. */
export function usualValue<K extends SettingKey>(key: K, defaults: SettingDefaults = {}): SettingValue<K> {
  return (defaults[key] ?? SETTINGS[key].usual) as SettingValue<K>
}

/** The value in a row; undefined where it is no JSON, or not what the setting can be. */
export function storedValue<K extends SettingKey>(key: K, text: string | null): SettingValue<K> | undefined {
  const read = settingOf(key).shape.schema.safeParse(parsed(text))
  return read.success ? (read.data as SettingValue<K>) : undefined
}

/**
 * The present value of a setting (spec 5 §5.1): what was saved last, or the default where nothing is stored or it
 * doesn't fit. It is read each time, so that a change holds at once and on every server.
 */
export async function readSetting<K extends SettingKey>(
  db: Database,
  key: K,
  defaults: SettingDefaults = {},
): Promise<SettingValue<K>> {
  return storedValue(key, await readFact(db, rowOf(key))) ?? usualValue(key, defaults)
}

/** Several settings by their keys, in one query. */
export async function readSettings<K extends SettingKey>(
  db: Database,
  keys: readonly K[],
  defaults: SettingDefaults = {},
): Promise<{ [N in K]: SettingValue<N> }> {
  const names = keys.map(rowOf)
  const rows = await db.selectFrom('settings').where('name', 'in', names).select(['name', 'value']).execute()
  const texts = new Map(rows.map(({ name, value }) => [name, value]))
  const read = keys.map((key) => [
    key,
    storedValue(key, texts.get(rowOf(key)) ?? null) ?? usualValue(key, defaults),
  ])
  // Each key has its own value.
  return Object.fromEntries(read) as { [N in K]: SettingValue<N> }
}

/** Stores a value that nobody chose: without history and audit. For demo data and tests. */
export function putSetting<K extends SettingKey>(
  db: Database,
  key: K,
  value: SettingValue<K>,
): Promise<void> {
  return writeFact(db, rowOf(key), JSON.stringify(value))
}
