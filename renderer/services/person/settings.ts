import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  getAudioSetting,
  getInterfaceLabels,
  getJobOrderConfig,
  getProjectTargets,
  getScreenThresholds,
  getTaskConfig,
  requestExternalAccounts,
  themeDark,
  themeLight,
} from '#shared/contract/settings.ts'
import type {
  AudioSetting,
  ExternalAccount,
  InterfaceLabels,
  JobOrderConfig,
  ProjectTargets,
  ScreenThresholds,
  StyleSettings,
  TaskConfig,
} from '#shared/contract/settings-entities.ts'
import { DEFAULT_AUDIO_SETTING, DEPLOYMENT_DEFAULTS } from '#shared/domain/settings.ts'
import type { Timers } from '../../ui/timers.ts'
import { type ApiClient, ApiError, reasonOf } from '../http/api-client.ts'
import type { Notices } from '../notices/notices.ts'

export interface SettingValues {
  readonly themeLight: StyleSettings
  readonly themeDark: StyleSettings
  readonly screenThresholds: ScreenThresholds
  readonly projectTargets: ProjectTargets
  readonly audio: {
    readonly setting: AudioSetting
    readonly isWhatsappEnabled: boolean
    readonly isEmailEnabled: boolean
  }
  readonly taskConfig: TaskConfig
  readonly jobOrderConfig: JobOrderConfig
  readonly interfaceLabels: InterfaceLabels
  readonly externalAccounts: readonly ExternalAccount[]
}
export type SettingName = keyof SettingValues

/** How long a setting that couldn't be had waits until it is asked for again, in milliseconds. Ours. */
const SETTINGS_RETRY_MS = 60_000
/** Failures of this long are told in one notice, in milliseconds. Ours. */
const SETTINGS_TELL_MS = 1000

interface Source<N extends SettingName> {
  /** What a person calls it. */
  readonly what: string
  /** What holds until it is read, and where it can't be. */
  readonly fallback: SettingValues[N]
  readonly read: (api: ApiClient) => Promise<SettingValues[N]>
}

const QUIET = { quiet: true } as const
const NOTHING_SET = {
  setting: DEFAULT_AUDIO_SETTING,
  isWhatsappEnabled: false,
  isEmailEnabled: false,
} as const

const SOURCES: { readonly [N in SettingName]: Source<N> } = {
  themeLight: {
    what: "the light theme's colours",
    fallback: DEPLOYMENT_DEFAULTS.themeLight,
    read: (api) => api.call(themeLight, undefined, QUIET),
  },
  themeDark: {
    what: "the dark theme's colours",
    fallback: DEPLOYMENT_DEFAULTS.themeDark,
    read: (api) => api.call(themeDark, undefined, QUIET),
  },
  screenThresholds: {
    what: 'the smallest screen',
    fallback: DEPLOYMENT_DEFAULTS.screenThresholds,
    read: (api) => api.call(getScreenThresholds, undefined, QUIET),
  },
  projectTargets: {
    what: 'project targets',
    fallback: DEPLOYMENT_DEFAULTS.projectTargets,
    read: (api) => api.call(getProjectTargets, undefined, QUIET),
  },
  audio: {
    what: 'sounds and notifications',
    fallback: NOTHING_SET,
    read: (api) => api.call(getAudioSetting, undefined, QUIET),
  },
  taskConfig: {
    what: 'task templates',
    fallback: DEPLOYMENT_DEFAULTS.taskConfig,
    read: (api) => api.call(getTaskConfig, undefined, QUIET),
  },
  jobOrderConfig: {
    what: "job orders' statuses and types",
    fallback: DEPLOYMENT_DEFAULTS.jobOrderConfig,
    read: (api) => api.call(getJobOrderConfig, undefined, QUIET),
  },
  interfaceLabels: {
    what: 'names of fields',
    fallback: DEPLOYMENT_DEFAULTS.interfaceLabels,
    read: (api) => api.call(getInterfaceLabels, undefined, QUIET),
  },
  externalAccounts: {
    what: 'accounts with other services',
    fallback: [],
    read: (api) => api.call(requestExternalAccounts, undefined, QUIET),
  },
}

/** What the shell itself goes by, read as soon as somebody is signed in. The rest is read when it is wanted. */
const AT_ONCE: readonly SettingName[] = ['audio', 'interfaceLabels', 'screenThresholds']

const NAMES = Object.keys(SOURCES) as SettingName[]

function fallbacks(): SettingValues {
  return Object.fromEntries(NAMES.map((name) => [name, SOURCES[name].fallback])) as unknown as SettingValues
}

export interface SettingsState {
  /** Always usable: a setting that wasn't read, or answered nonsense, has its default here. */
  readonly values: SettingValues
  /** Those that couldn't be had at the last try. */
  readonly missing: readonly SettingName[]
  /** Why the last one couldn't be had; null while none is missing. */
  readonly reason: string | null
  /** Those that were read once: what the others have here is a default, and nothing to save. */
  readonly read: readonly SettingName[]
}

/** Settings of the installation and the person, as the server has them (spec 1 §7). */
export interface Settings {
  readonly store: StoreApi<SettingsState>
  /** Sees to it that this one is read; once is enough. */
  want(name: SettingName): void
  /** Reads one again now: somebody has changed it. */
  refresh(name: SettingName): void
  /** Takes a value that this window has changed, before the server knows it. */
  put<N extends SettingName>(name: N, value: SettingValues[N]): void
  /** Reads what is wanted, again and again what couldn't be had, until the returned function is called. */
  watch(): () => void
}

interface SettingsServices {
  readonly api: ApiClient
  readonly notices: Notices
  readonly timers: Timers
}

/** What a person is told of settings that can't be had; the work goes on. */
export function missingText(names: readonly SettingName[], reason: string | null): string {
  const what = names.map((name) => SOURCES[name].what).join(', ')
  const text = `Some settings could not be loaded, so the usual ones apply for now: ${what}.`
  return reason === null ? text : `${text} ${reason}`
}

export function createSettings({ api, notices, timers }: SettingsServices): Settings {
  const store = createStore<SettingsState>(() => ({
    values: fallbacks(),
    missing: [],
    reason: null,
    read: [],
  }))
  const wanted = new Set<SettingName>(AT_ONCE)
  const told = new Set<SettingName>()
  let untold: SettingName[] = []
  /** Changes with each start and end: what was asked before no longer counts. */
  let run = 0
  let watching = false
  let offs: (() => void)[] = []

  const setHad = (name: SettingName) => {
    const missing = store.getState().missing.filter((other) => other !== name)
    store.setState(missing.length === 0 ? { missing, reason: null } : { missing })
  }
  const tell = () => {
    if (untold.length > 0) notices.show('warning', missingText(untold, store.getState().reason))
    untold = []
  }
  const failed = (name: SettingName, reason: string) => {
    const others = store.getState().missing.filter((other) => other !== name)
    store.setState({ missing: [...others, name], reason })
    if (told.has(name)) return
    told.add(name)
    if (untold.length === 0) offs.push(timers.after(SETTINGS_TELL_MS, tell))
    untold.push(name)
  }
  const read = async (name: SettingName) => {
    const mine = run
    try {
      const value = await SOURCES[name].read(api)
      if (mine !== run) return
      store.setState((state) => ({
        values: { ...state.values, [name]: value },
        read: state.read.includes(name) ? state.read : [...state.read, name],
      }))
      setHad(name)
      told.delete(name)
    } catch (error) {
      // The end of a session is told elsewhere.
      if (mine === run && !(error instanceof ApiError && error.sessionOver)) failed(name, reasonOf(error))
    }
  }

  return {
    store,
    want(name) {
      if (wanted.has(name)) return
      wanted.add(name)
      if (watching) void read(name)
    },
    refresh(name) {
      wanted.add(name)
      if (watching) void read(name)
    },
    put: (name, value) => store.setState(({ values }) => ({ values: { ...values, [name]: value } })),
    watch() {
      run++
      watching = true
      for (const name of wanted) void read(name)
      offs.push(
        timers.every(SETTINGS_RETRY_MS, () => {
          for (const name of store.getState().missing) void read(name)
        }),
      )
      return () => {
        run++
        watching = false
        untold = []
        for (const off of offs) off()
        offs = []
      }
    },
  }
}
