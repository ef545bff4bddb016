import type { ShownSetting } from '#shared/contract/admin-settings.ts'
import { isSettingKey, rowOf, SETTING_KEYS, type SettingKey, settingOf } from '#shared/settings/registry.ts'
import { faultOf } from '#shared/settings/shape.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import { dropAged, POLICY_KEY } from '../recorded/policy.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { companyName } from '../setup/company-name.ts'
import { parsed } from './parsed.ts'
import { type SavingOptions, SETTINGS_PAGE, type SettingChange, saveSettings } from './save-settings.ts'
import { type SettingDefaults, storedValue, usualValue } from './settings.ts'
import type { TellSettings } from './tell-settings.ts'

const HISTORY_MAX = 200
const iso = (at: number) => new Date(at).toISOString()
const jsonOf = (text: string | null): unknown => parsed(text) ?? null
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

interface AdminSettingsServices {
  readonly db: Database
  readonly clock: Clock
  readonly settingDefaults: SettingDefaults
  readonly tellSettings: TellSettings
  /** Tells people of notifications that were kept. */
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** The Settings page (spec 5 §5.1). */
export function adminSettingsHandlers({
  db,
  clock,
  settingDefaults: defaults,
  tellSettings,
  publisher,
}: AdminSettingsServices): AreaHandlers<'adminSettings'> {
  /** Saves, and tells whom it concerns. */
  async function save(
    changes: readonly SettingChange[],
    options: Pick<SavingOptions, 'caller' | 'acceptsContrast'>,
  ) {
    const told: KeptNotification[] = []
    const onTold = (kept: readonly KeptNotification[]) => void told.push(...kept)
    const changed = await db
      .transaction()
      .execute((trx) => saveSettings(trx, changes, { ...options, at: clock(), defaults, onTold }))
    // What is kept no longer goes at once.
    if (changed.includes(POLICY_KEY)) await dropAged(db, clock())
    publisher.notified(told)
    await tellSettings(changed)
    return changed
  }

  async function shown(): Promise<ShownSetting[]> {
    const rows = await db
      .selectFrom('settings')
      .leftJoin('users', 'users.id', 'settings.changedBy')
      .where('settings.name', 'in', SETTING_KEYS.map(rowOf))
      .select(['settings.name', 'settings.value', 'settings.version', 'settings.changedAt'])
      .select('users.displayName')
      .execute()
    const byName = new Map(rows.map((row) => [row.name, row]))
    return SETTING_KEYS.map((key) => {
      const row = byName.get(rowOf(key))
      const own = storedValue(key, row?.value ?? null)
      const usual = usualValue(key, defaults)
      return {
        key,
        value: own ?? usual,
        usual,
        isOwn: own !== undefined,
        version: row?.version ?? 0,
        changedBy: row?.displayName ?? null,
        changedAt: row?.changedAt == null ? null : iso(row.changedAt),
      }
    })
  }

  return {
    allSettings: async () => ({ settings: await shown() }),

    saveSettings: async ({ changes, acceptsContrast }, { caller }) => {
      const whole = changes.map(({ value = null, ...change }) => ({ ...change, value }))
      return { changed: await save(whole, { caller, acceptsContrast }) }
    },

    settingHistory: async ({ key }) => {
      if (!isSettingKey(key)) throw new Refusal(404, 'setting.unknown', { key })
      const rows = await db
        .selectFrom('settingHistory')
        .leftJoin('users', 'users.id', 'settingHistory.changedBy')
        .where('key', '=', key)
        .orderBy('settingHistory.id', 'desc')
        .limit(HISTORY_MAX)
        .select(['settingHistory.id', 'before', 'after', 'settingHistory.changedAt', 'users.displayName'])
        .execute()
      return {
        entries: rows.map(({ id, before, after, changedAt, displayName }) => ({
          id,
          before: jsonOf(before),
          after: jsonOf(after),
          changedBy: displayName,
          changedAt: iso(changedAt),
        })),
      }
    },

    exportSettings: async (_input, { caller }) => {
      const at = clock()
      await audit(db, caller, at, {
        action: 'SETTINGS_EXPORTED',
        page: SETTINGS_PAGE,
        recordType: 'setting',
        recordID: null,
        label: 'Settings',
      })
      return {
        kind: 'fieldwork-settings' as const,
        company: await companyName(db),
        exportedAt: iso(at),
        settings: Object.fromEntries((await shown()).map(({ key, value }) => [key, value])),
      }
    },

    importSettings: async ({ file, isDryRun, versions, acceptsContrast }, { caller }) => {
      const present = new Map((await shown()).map((one) => [one.key, one]))
      const entries = Object.entries(file.settings)
      const known = entries.filter(([key]) => isSettingKey(key)) as [SettingKey, unknown][]
      const wrong = known.flatMap(([key, value]) => {
        const { label, shape } = settingOf(key)
        const fault = faultOf(shape, value)
        return fault === null ? [] : [{ label, fault }]
      })
      const changes = known.flatMap(([key, after]) => {
        const one = present.get(key)
        return !one || same(one.value, after) ? [] : [{ key, before: one.value, after, version: one.version }]
      })
      const unknown = entries.map(([key]) => key).filter((key) => !isSettingKey(key))
      if (isDryRun || wrong.length > 0 || changes.length === 0)
        return { changes, unknown, wrong, isDone: false }
      const wanted = changes.map(({ key, after, version }) => ({
        key,
        // What is the default of this installation isn't kept as a choice.
        value: same(after, present.get(key)?.usual) ? null : after,
        version: versions[key] ?? version,
      }))
      await save(wanted, { caller, acceptsContrast })
      return { changes, unknown, wrong, isDone: true }
    },
  }
}
