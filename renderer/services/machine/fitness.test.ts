import { expect, test } from 'vitest'
import { deviceConnectivityThresholds, lastSpeedTest } from '#shared/contract/device-health.ts'
import { DEFAULT_DEVICE_SETTINGS } from '#shared/domain/device-grading.ts'
import { fakeDesktop } from '../../testing/fake-desktop.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { createMachineFitness, unmetToTell } from './fitness.ts'

const HEALTH = {
  memorySize: 8 * 1024 ** 2,
  memoryUsage: 40,
  threadCount: 2,
  cpuUsage: 20,
  diskUtilisation: 1,
  operatingSystem: 'Windows 11',
  hostName: 'DESK-17',
}
const SMALL = { screen: () => ({ width: 1024, height: 768 }), onBattery: async () => false }

function open(browser = {}) {
  const host = fakeDesktop({
    deviceHealthCheck: { ok: true, value: HEALTH },
    wifi: { ok: true, value: { signal: 40 } },
  })
  const server = fakeServices({ machine: SMALL, desktop: host.desktop })
  const fitness = createMachineFitness(server.services, browser)
  const state = () => fitness.store.getState()
  return { ...server, fitness, state, told: () => unmetToTell(state()) }
}

test('S320 nobody is interrupted before it is known what this company needs, and then by that', async () => {
  const at = open()
  at.answer(deviceConnectivityThresholds, () => ({
    ...DEFAULT_DEVICE_SETTINGS,
    minimumScreen: { width: 1024, height: 768 },
  }))
  expect([at.state().fitness.parts.screen, at.told()]).toEqual(['problem', []])
  await at.fitness.readSettings()
  expect([at.state().fitness.parts.screen, at.told()]).toEqual(['good', []])
})

test('S320 where the settings cannot be had the defaults hold; why is kept unless the server refuses them', async () => {
  const at = open()
  await Promise.all([at.fitness.readSettings(), at.fitness.readSettings()])
  expect(at.made).toHaveLength(1)
  expect(at.state()).toMatchObject({ enabled: null, problem: expect.stringContaining('cannot be reached') })
  expect(at.told()).toEqual(['screen'])
  at.answer(deviceConnectivityThresholds, () => {
    throw refused(404, 'no')
  })
  await at.fitness.readSettings()
  expect(at.state()).toMatchObject({ enabled: null, problem: null, settled: true })
})

test('a browser’s rough word on the processor interrupts nobody, the host’s does; both are shown alike', async () => {
  const at = open({ hardwareConcurrency: 2 })
  await at.fitness.readSettings()
  expect([at.state().fitness.parts.threadCount, at.told()]).toEqual(['problem', ['screen']])
  await at.fitness.readMachine()
  expect([at.state().fitness.parts.threadCount, at.told()]).toEqual(['problem', ['screen', 'threadCount']])
})

test('trials, the wifi, the last run and the guard’s readings all come into the one answer', async () => {
  const at = open()
  at.fitness.found({ microphone: 'blocked' })
  at.fitness.takeWifi(40)
  at.fitness.take({ ...HEALTH, cpuUsage: 95 })
  at.answer(lastSpeedTest, () => ({ last: null }))
  await at.fitness.readRun()
  const { parts, groups, verdict } = at.state().fitness
  expect([parts.microphone, parts.wifiSignalStrength, parts.cpuUsage, parts.tests]).toEqual([
    'problem',
    'problem',
    'attention',
    'unknown',
  ])
  expect([groups, verdict]).toEqual([{ internet: 'problem', device: 'problem', media: 'problem' }, 'problem'])
})
