import { useRef } from 'react'
import { useStore } from 'zustand'
import { saveAudioSetting } from '#shared/contract/settings.ts'
import type { AudioSetting } from '#shared/contract/settings-entities.ts'
import { useServices } from '../../../services/context.tsx'
import type { SettingValues } from '../../../services/person/settings.ts'
import { useSetting, useSignedInServices } from '../../../services/shell-tools.tsx'

/** How the person is told of messages, and the way to change it: at once here, then on the server, whole. */
export function useAudioSetting(): SettingValues['audio'] & {
  /** What there is was never read from the server, and so must not be saved; `failed` where it couldn't be had. */
  readonly load: 'ready' | 'loading' | 'failed'
  /** Why it couldn't be had. */
  readonly reason: string | null
  readonly retry: () => void
  /** Where the server refuses, the person is told and what it has holds. */
  readonly change: (patch: Partial<AudioSetting>) => Promise<void>
} {
  const { api } = useServices()
  const { settings } = useSignedInServices()
  const audio = useSetting('audio')
  const load = useStore(settings.store, ({ read, missing }) =>
    read.includes('audio') ? 'ready' : missing.includes('audio') ? 'failed' : 'loading',
  )
  const reason = useStore(settings.store, (state) => state.reason)
  const saves = useRef(Promise.resolve())
  const change = (patch: Partial<AudioSetting>) => {
    const { audio: before } = settings.store.getState().values
    const setting = { ...before.setting, ...patch }
    settings.put('audio', { ...before, setting })
    // One after the other: the last choice is the one that stays.
    saves.current = saves.current.then(() =>
      api.call(saveAudioSetting, { setting }).then(
        () => {},
        () => settings.refresh('audio'),
      ),
    )
    return saves.current
  }
  return { ...audio, load, reason, retry: () => settings.refresh('audio'), change }
}
