import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updateJson } from '#shared/contract/shell.ts'
import { DesktopVersionBanner } from '../../shell/overlays/DesktopVersionBanner.tsx'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { renderWith } from '../../testing/render.tsx'
import { type ShellTools, ShellToolsProvider } from '../shell-tools.tsx'
import { createDesktopVersionCheck } from './desktop-version.ts'

const DESKTOP_VERSION_CHECK_MS = 3_600_000

async function open(version: string | null) {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  const minimum = { value: '1.2.0' }
  server.answer(updateJson, () => {
    if (minimum.value === 'broken') throw refused(500, 'no')
    return { build: 'a', ...(minimum.value === '' ? {} : { minimumDesktopClient: minimum.value }) }
  })
  const desktop = { ...server.services.desktop, available: version !== null, version }
  const services = { ...server.services, desktop }
  const desktopVersion = createDesktopVersionCheck(services)
  const end = desktopVersion.watch()
  const tools = { desktopVersion } as unknown as ShellTools
  renderWith(
    services,
    <ShellToolsProvider value={tools}>
      <DesktopVersionBanner />
    </ShellToolsProvider>,
  )
  await act(async () => {})
  const anHour = () => act(async () => timers.pass(DESKTOP_VERSION_CHECK_MS))
  return {
    made: server.made,
    minimum,
    anHour,
    end,
    timers,
    warning: () => screen.queryByRole('alert')?.textContent,
  }
}

test('S222 a desktop client below the minimum is warned, and no longer once it isn’t', async () => {
  const at = await open('1.1.9')
  const warning =
    'This desktop app is version 1.1.9. Please update it to 1.2.0 or newer: older ones are no longer supported.'
  expect(at.warning()).toBe(warning)
  at.minimum.value = 'broken'
  await at.anHour()
  expect(at.warning()).toBe(warning)
  at.minimum.value = ''
  await act(async () => at.timers.pass(DESKTOP_VERSION_CHECK_MS - 1))
  expect(at.made).toHaveLength(2)
  await act(async () => at.timers.pass(1))
  expect(at.made).toHaveLength(3)
  expect(at.warning()).toBeUndefined()
  at.end()
  expect(at.timers.pending()).toBe(0)
})

test('S222 a client that is new enough isn’t warned, and a browser isn’t even asked', async () => {
  expect((await open('1.2.0')).warning()).toBeUndefined()
  const browser = await open(null)
  expect([browser.warning(), browser.made]).toEqual([undefined, []])
})

test('S222 an answer that comes after the end warns nobody', async () => {
  const server = fakeServices({ timers: manualTimers() })
  const late = Promise.withResolvers<{ build: string; minimumDesktopClient: string }>()
  server.answer(updateJson, () => late.promise)
  const desktop = { ...server.services.desktop, available: true, version: '1.0.0' }
  const check = createDesktopVersionCheck({ ...server.services, desktop })
  check.watch()
  late.resolve({ build: 'a', minimumDesktopClient: '1.2.0' })
  await act(async () => {})
  expect(check.store.getState().outdated).toEqual({ version: '1.0.0', minimum: '1.2.0' })
  const other = createDesktopVersionCheck({ ...server.services, desktop })
  other.watch()()
  await act(async () => {})
  expect(other.store.getState().outdated).toBeNull()
})
