import { DEFAULT_LABELS, type LabelSet } from '#shared/domain/ui-labels.ts'
import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'

/** Name of the setting: the labels that differ from the standard wording, as JSON. */
const SETTING = 'uiLabels'

async function ownLabels(db: Database): Promise<LabelSet> {
  const stored = await readSetting(db, SETTING)
  return stored === null ? {} : (JSON.parse(stored) as LabelSet)
}

async function keepLabels(db: Database, labels: LabelSet): Promise<void> {
  const value = JSON.stringify(labels)
  await db
    .insertInto('settings')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** The installation's labels, and changing them (spec 1 §3, §7). */
export function uiLabelHandlers({ db }: { readonly db: Database }): AreaHandlers<'uiLabels'> {
  return {
    uiLabels: async () => ({ ...DEFAULT_LABELS, ...(await ownLabels(db)) }),

    updateUiLabels: async ({ labels }) => {
      const unknown = Object.keys(labels).find((key) => !Object.hasOwn(DEFAULT_LABELS, key))
      if (unknown !== undefined) throw new Refusal(400, 'label.unknown', { label: unknown })
      const next = { ...(await ownLabels(db)), ...labels }
      const kept = Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== null)
      await keepLabels(db, Object.fromEntries(kept))
      return { done: true }
    },
  }
}
