import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import * as z from 'zod/mini'
import { deviceHealth } from '#shared/host/device-health.ts'
import { invoke, type LooseBridge } from '../support/bridge.ts'
import { type Desktop, expect, test } from '../support/desktop.ts'

interface FixturePage {
  readonly fieldworkHost: LooseBridge
  readonly events: unknown[]
}

/** Sets what the system says of the person's last touch. */
function setIdle({ app }: Desktop, seconds: number): Promise<void> {
  return app.evaluate(({ powerMonitor }, value) => {
    powerMonitor.getSystemIdleTime = () => value
  }, seconds)
}

function events({ window }: Desktop): Promise<unknown[]> {
  return window.evaluate(() => (globalThis as unknown as FixturePage).events)
}

test('S138 idle seconds are what the system says', async ({ sharedDesktop: desktop }) => {
  await setIdle(desktop, 90)
  expect(await invoke(desktop.window, 'idleSeconds')).toEqual({ ok: true, value: 90 })
})

test('S138 the idle watch tells of the threshold being reached and of the return, and stops when asked', async ({
  sharedDesktop: desktop,
}) => {
  const { window } = desktop
  await setIdle(desktop, 0)
  await window.evaluate(() => {
    const page = globalThis as unknown as FixturePage
    page.fieldworkHost.on('idleWatch', (payload) => page.events.push(payload))
  })
  expect(await invoke(window, 'idleWatch', { thresholdSeconds: 60 })).toEqual({ ok: true, value: null })

  await setIdle(desktop, 75)
  await expect.poll(() => events(desktop)).toEqual([{ idle: true, idleSeconds: 75 }])
  await setIdle(desktop, 2)
  await expect.poll(() => events(desktop)).toHaveLength(2)
  expect((await events(desktop))[1]).toEqual({ idle: false, idleSeconds: 75 })

  expect(await invoke(window, 'idleWatch', { thresholdSeconds: null })).toEqual({ ok: true, value: null })
  await setIdle(desktop, 600)
  // A new watch has seen the 600 s by the time its event is here; nothing else has come.
  expect(await invoke(window, 'idleWatch', { thresholdSeconds: 500 })).toEqual({ ok: true, value: null })
  await expect.poll(() => events(desktop)).toHaveLength(3)
  expect((await events(desktop))[2]).toEqual({ idle: true, idleSeconds: 600 })
})

test('S141 the device health check reads this machine in a process of its own', async ({
  sharedDesktop: desktop,
}) => {
  const result = await invoke(desktop.window, 'deviceHealthCheck')
  const { value } = z.parse(z.object({ ok: z.literal(true), value: deviceHealth }), result)
  expect(value.memorySize).toBeGreaterThan(100_000)
  expect(value.threadCount).toBeGreaterThan(0)
  expect(value.operatingSystem).not.toBe('')
  // A second check within five seconds gives the same reading.
  expect(await invoke(desktop.window, 'deviceHealthCheck')).toEqual(result)
})

test('the device ID is the one that was given from outside', async ({ launch }) => {
  const { window } = await launch({ deviceID: 'DEVICE-1' })
  expect(await invoke(window, 'deviceID')).toEqual({ ok: true, value: { deviceID: 'DEVICE-1' } })
})

test('the device ID of this machine is a digest and stays as it is, or is unsupported', async ({
  sharedDesktop: desktop,
}) => {
  const result = await invoke(desktop.window, 'deviceID')
  if (result.ok) expect(result.value).toEqual({ deviceID: expect.stringMatching(/^FW-[0-9A-F]{32}$/) })
  else expect(result.error).toMatchObject({ code: 'unsupported' })
  expect(await invoke(desktop.window, 'deviceID')).toEqual(result)
})

test('exit answers and then ends the application', async ({ desktop }) => {
  // The first quit is held, so that there is a page left to see the answer.
  await desktop.app.evaluate(({ app }) => {
    app.once('before-quit', (event) => {
      event.preventDefault()
      Object.assign(globalThis, { quitAsked: true })
    })
  })
  expect(await invoke(desktop.window, 'exit')).toEqual({ ok: true, value: null })
  await expect.poll(() => desktop.app.evaluate(() => 'quitAsked' in globalThis)).toBe(true)

  const process = desktop.app.process()
  const ended = desktop.app.waitForEvent('close')
  // The page may have gone before the driver has its answer.
  await Promise.all([ended, invoke(desktop.window, 'exit').catch(() => null)])
  expect(process.exitCode).toBe(0)
})

test('S200 the local address is one of this machine', async ({ sharedDesktop: desktop }) => {
  const addresses = Object.values(os.networkInterfaces()).flatMap((list) => list ?? [])
  const outside = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)
  const value = outside?.address ?? null
  expect(await invoke(desktop.window, 'localAddress')).toEqual({ ok: true, value })
})

test('S141 the VPN/proxy check tells of this machine’s network, and what the configuration allows', async ({
  desktop,
}) => {
  test.skip(process.platform === 'win32', 'what a Windows machine uses is its own')
  writeFileSync(path.join(desktop.userData, 'config.json'), '{"allowedNetworks":["Office VPN"]}')
  const vpn = Object.keys(os.networkInterfaces()).filter((name) => /^(tun|tap|wg)\d+$/.test(name))
  const value = { proxy: null, vpn, allowed: ['Office VPN'] }
  expect(await invoke(desktop.window, 'vpnProxyCheck')).toEqual({ ok: true, value })
})

test('S141 the OS hotfix check is unsupported off Windows', async ({ sharedDesktop: desktop }) => {
  test.skip(process.platform === 'win32', 'Windows has hotfixes')
  const error = { code: 'unsupported', message: 'Security updates are checked on Windows only.' }
  expect(await invoke(desktop.window, 'osHotfixCheck')).toEqual({ ok: false, error })
})

test('S134 the speed test and closing applications answer, and are unsupported off Windows', async ({
  sharedDesktop: desktop,
}) => {
  test.skip(process.platform === 'win32', 'Windows has packets to count and applications to close')
  const unsupported = (message: string) => ({ ok: false, error: { code: 'unsupported', message } })
  expect(await invoke(desktop.window, 'speedTest')).toEqual(
    unsupported('Packets are counted on Windows only.'),
  )
  expect(await invoke(desktop.window, 'closeApplications')).toEqual(
    unsupported('Applications are closed on Windows only.'),
  )
})
