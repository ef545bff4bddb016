import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { allSettings, type ShownSetting } from '#shared/contract/admin-settings.ts'
import { isSettingKey, type SettingKey, settingOf } from '#shared/settings/registry.ts'
import { clashesIn, type ReadValue } from '#shared/settings/rules.ts'
import { faultOf } from '#shared/settings/shape.ts'
import { useServices } from '../../services/context.tsx'
import { useLiveIfAny } from '../../services/live.tsx'

const SETTINGS = ['installation-settings'] as const
const DRAFT = 'installation-settings'

/** Unsaved values by key. */
type Draft = Readonly<Record<string, unknown>>

export interface PageSetting {
  readonly key: SettingKey
  readonly shown: ShownSetting
  /** What the editor has: the unsaved value, else the present one. */
  readonly value: unknown
  readonly isChanged: boolean
  /** What is wrong with the unsaved value; null where nothing is. */
  readonly fault: string | null
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What is wrong with unsaved values, by key. */
function faultsOf(settings: readonly ShownSetting[], draft: Draft): ReadonlyMap<string, string> {
  const faults = new Map<string, string>()
  const values = new Map(settings.map(({ key, value }) => [key, value]))
  for (const [key, value] of Object.entries(draft)) {
    if (!isSettingKey(key)) continue
    const fault = faultOf(settingOf(key).shape, value)
    if (fault === null) values.set(key, value)
    else faults.set(key, fault)
  }
  if (settings.length === 0) return faults
  // What is right by itself may not go with another.
  for (const { key, other, fault } of clashesIn(((key) => values.get(key)) as ReadValue)) {
    const named = key in draft ? key : other
    if (named in draft && !faults.has(named)) faults.set(named, fault)
  }
  return faults
}

/** The settings with what somebody typed and didn't save; that survives a reload. */
export function useSettingsPage() {
  const { api, storage } = useServices()
  const client = useQueryClient()
  const live = useLiveIfAny()
  const [draft, setDraft] = useState<Draft>(() => (storage.get('formDrafts')?.[DRAFT] as Draft) ?? {})
  const { data, error, refetch } = useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => api.call(allSettings, undefined, { quiet: true, signal }),
  })
  const refresh = () => client.invalidateQueries({ queryKey: SETTINGS })
  useEffect(
    () => live?.settingNews.onChange(() => void client.invalidateQueries({ queryKey: SETTINGS })),
    [client, live],
  )
  const keep = (next: Draft) => {
    setDraft(next)
    const { [DRAFT]: _old, ...others } = storage.get('formDrafts') ?? {}
    storage.set('formDrafts', Object.keys(next).length === 0 ? others : { ...others, [DRAFT]: next })
  }
  const known = (data?.settings ?? []).filter(({ key }) => isSettingKey(key))
  const faults = faultsOf(known, draft)
  const settings = known.map((shown): PageSetting => {
    const key = shown.key as SettingKey
    const isChanged = key in draft && !same(draft[key], shown.value)
    return {
      key,
      shown,
      value: isChanged ? draft[key] : shown.value,
      isChanged,
      fault: isChanged ? (faults.get(key) ?? null) : null,
    }
  })
  return {
    settings,
    isLoaded: data !== undefined,
    error,
    refetch,
    refresh,
    draft,
    restoreDraft: keep,
    change: (key: SettingKey, value: unknown) => keep({ ...draft, [key]: value }),
    undo(key: SettingKey) {
      const { [key]: _gone, ...others } = draft
      keep(others)
    },
    clear: () => keep({}),
  }
}
