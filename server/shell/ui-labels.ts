import { DEFAULT_LABELS } from '#shared/domain/ui-labels.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { saveSettings } from '../settings/save-settings.ts'
import { readSetting } from '../settings/settings.ts'
import type { TellSettings } from '../settings/tell-settings.ts'

const KEY = 'words.menuLabels'

interface UiLabelServices {
  readonly db: Database
  readonly clock: Clock
  readonly tellSettings: TellSettings
}

/** The installation's labels, and changing them (spec 1 §3, §7). */
export function uiLabelHandlers({ db, clock, tellSettings }: UiLabelServices): AreaHandlers<'uiLabels'> {
  return {
    uiLabels: async () => ({ ...DEFAULT_LABELS, ...(await readSetting(db, KEY)) }),

    updateUiLabels: async ({ labels }, { caller }) => {
      const unknown = Object.keys(labels).find((key) => !Object.hasOwn(DEFAULT_LABELS, key))
      if (unknown !== undefined) throw new Refusal(400, 'label.unknown', { label: unknown })
      const changed = await db.transaction().execute(async (trx) => {
        const next = { ...(await readSetting(trx, KEY)), ...labels }
        const kept = Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== null)
        const change = { key: KEY, value: Object.fromEntries(kept), version: null }
        return saveSettings(trx, [change], { caller, at: clock() })
      })
      await tellSettings(changed)
      return { done: true }
    },
  }
}
