import { expect, test } from 'vitest'
import {
  getAudioSetting,
  getInterfaceLabels,
  getJobOrderConfig,
  getScreenThresholds,
  themeDark,
} from '#shared/contract/settings.ts'
import { DEFAULT_STYLES } from '#shared/domain/default-styles.ts'
import { DEFAULT_INTERFACE_LABELS } from '#shared/domain/interface-labels.ts'
import { DEFAULT_AUDIO_SETTING, DEPLOYMENT_DEFAULTS } from '#shared/domain/settings.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { createSettings } from './settings.ts'

const SETTINGS_TELL_MS = 1000
const SETTINGS_RETRY_MS = 60_000

const settled = () => new Promise((resolve) => setTimeout(resolve))

function open() {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  const audio = { setting: DEFAULT_AUDIO_SETTING, isWhatsappEnabled: true, isEmailEnabled: true }
  server.answer(getAudioSetting, () => audio)
  server.answer(getScreenThresholds, () => ({ minimumWidth: 1, minimumHeight: 2 }))
  server.answer(getInterfaceLabels, () => DEFAULT_INTERFACE_LABELS)
  const settings = createSettings(server.services)
  const told = () =>
    server.services.notices.store.getState().map(({ kind, message }) => `${kind}: ${message}`)
  const values = () => settings.store.getState().values
  return { ...server, timers, settings, audio, told, values }
}

test('S277 the audio setting is read when somebody is signed in, as are the screen thresholds', async () => {
  const at = open()
  expect(at.values().audio.setting).toEqual(DEFAULT_AUDIO_SETTING)
  at.settings.watch()
  await settled()
  expect(at.values().audio).toEqual(at.audio)
  expect(at.values().screenThresholds).toEqual({ minimumWidth: 1, minimumHeight: 2 })
  expect(at.settings.store.getState().missing).toEqual([])
})

test('S277 what nobody wants isn’t asked for; what is wanted is asked for once', async () => {
  const at = open()
  at.answer(getJobOrderConfig, () => ({ statuses: ['Open'], types: [] }))
  at.settings.watch()
  expect(at.made).toHaveLength(3)
  at.settings.want('jobOrderConfig')
  at.settings.want('jobOrderConfig')
  await settled()
  expect(at.made.filter(({ path }) => path === getJobOrderConfig.path)).toHaveLength(1)
  expect(at.values().jobOrderConfig.statuses).toEqual(['Open'])
})

test('S277 settings that fail leave their defaults, are named in one quiet warning, and are asked for again', async () => {
  const at = open()
  let broken = true
  const orRefuse = <T>(value: T) => {
    if (broken) throw refused(500, 'no')
    return value
  }
  at.answer(getInterfaceLabels, () => orRefuse(DEFAULT_INTERFACE_LABELS))
  at.answer(themeDark, () => orRefuse({ ...DEFAULT_STYLES.DARK, variables: { bg: '#000' } }))
  at.settings.want('themeDark')
  const end = at.settings.watch()
  await settled()
  at.timers.pass(SETTINGS_TELL_MS)
  const warning =
    "warning: Some settings could not be loaded, so the usual ones apply for now: names of fields, the dark theme's colours. no"
  expect(at.told()).toEqual([warning])
  expect(at.values().themeDark).toEqual(DEPLOYMENT_DEFAULTS.themeDark)
  at.timers.pass(SETTINGS_RETRY_MS)
  await settled()
  at.timers.pass(SETTINGS_TELL_MS)
  expect(at.told()).toEqual([warning])
  broken = false
  at.timers.pass(SETTINGS_RETRY_MS)
  await settled()
  expect(at.settings.store.getState().missing).toEqual([])
  expect(at.values().themeDark.variables).toEqual({ bg: '#000' })
  end()
  expect(at.timers.pending()).toBe(0)
})
