import { expect, test } from 'vitest'
import { chromiumPlaces, findChromium, findTestBrowser } from './chromium.ts'

const machine = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, present: string[]) => ({
  platform,
  env,
  exists: (path: string) => present.includes(path),
})

test('CHROMIUM_PATH comes first, and a wrong one is an error, not a reason to take another', () => {
  const env = { CHROMIUM_PATH: '/own/chrome' }
  expect(findChromium(machine('linux', env, ['/own/chrome', '/usr/bin/chromium']))).toBe('/own/chrome')
  expect(() => findChromium(machine('linux', env, ['/usr/bin/chromium']))).toThrow('/own/chrome')
})

test.each([
  ['/usr/bin/chromium'],
  ['/usr/bin/chromium-browser'],
  ['/usr/bin/google-chrome'],
  ['/opt/bin/chromium'],
])('Linux: %s', (path) => {
  expect(findChromium(machine('linux', { PATH: '/opt/bin:/usr/bin' }, [path]))).toBe(path)
})

test('Linux: Chromium before Chrome', () => {
  const present = ['/usr/bin/google-chrome', '/usr/bin/chromium']
  expect(findChromium(machine('linux', { PATH: '' }, present))).toBe('/usr/bin/chromium')
})

test('Windows: Chrome, else Edge', () => {
  const env = { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' }
  const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe'
  expect(findChromium(machine('win32', env, [edge]))).toBe(edge)
  expect(chromiumPlaces({ platform: 'win32', env })[0]).toContain('chrome.exe')
})

test('nowhere is null', () => {
  expect(findChromium(machine('linux', {}, []))).toBeNull()
  expect(findChromium(machine('darwin', {}, []))).toBeNull()
})

test('tests take the headless shell before the Chromium of people, but not before the one that is named', () => {
  const shell = '/usr/lib/chromium/chromium-headless-shell'
  const both = ['/usr/bin/chromium', shell]
  expect(findTestBrowser(machine('linux', {}, both))).toBe(shell)
  expect(findTestBrowser(machine('linux', {}, ['/usr/bin/chromium']))).toBe('/usr/bin/chromium')
  const env = { CHROMIUM_PATH: '/usr/bin/chromium' }
  expect(findTestBrowser(machine('linux', env, both))).toBe('/usr/bin/chromium')
  expect(findTestBrowser(machine('linux', {}, []))).toBeNull()
})
