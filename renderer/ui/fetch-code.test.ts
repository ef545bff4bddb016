import { render } from '@testing-library/react'
import { createElement, Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type ManualTimers, manualTimers } from '../testing/manual-timers.ts'
import { fetchCode, lazyCode } from './fetch-code.ts'

const MISSING = 'Failed to fetch dynamically imported module: /assets/EditDialog-1.js'
const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}
/** Until the last try is made. */
const passPauses = async (timers: ManualTimers) => {
  for (const pause of [1000, 3000]) {
    await settled()
    timers.pass(pause)
  }
}
afterEach(() => {
  document.head.replaceChildren()
  vi.restoreAllMocks()
})

test('what can’t be fetched is asked for again after 1 s and 3 s later, and then it is there', async () => {
  const timers = manualTimers()
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError(MISSING))
    .mockRejectedValueOnce(new TypeError(MISSING))
    .mockResolvedValue('code')
  const coming = fetchCode(load, timers)
  await settled()
  timers.pass(999)
  await settled()
  expect(load).toHaveBeenCalledTimes(1)
  timers.pass(1)
  await settled()
  expect(load).toHaveBeenCalledTimes(2)
  timers.pass(2999)
  await settled()
  expect(load).toHaveBeenCalledTimes(2)
  timers.pass(1)
  expect(await coming).toBe('code')
})

test('what is missing for good is told after the third try, another error at once', async () => {
  const timers = manualTimers()
  const load = vi.fn(() => Promise.reject(new TypeError(MISSING)))
  const coming = fetchCode(load, timers)
  const told = expect(coming).rejects.toThrow(MISSING)
  await passPauses(timers)
  await told
  expect(load).toHaveBeenCalledTimes(3)

  const broken = vi.fn(() => Promise.reject(new Error('x is not a function')))
  await expect(fetchCode(broken, timers)).rejects.toThrow('x is not a function')
  expect(broken).toHaveBeenCalledTimes(1)
})

const SHEET_MISSING = 'Unable to preload CSS for http://localhost:3000/a.css'

/** A page that has a style sheet that failed, and where those that are added come or fail. */
async function withSheet(comes: boolean) {
  const { happyDOM } = window as unknown as { happyDOM: { settings: Record<string, boolean> } }
  Object.assign(happyDOM.settings, { handleDisabledFileLoadingAsSuccess: true })
  const link = (rel: string, href: string) => Object.assign(document.createElement('link'), { rel, href })
  const [sheet, icon] = [link('stylesheet', '/a.css'), link('icon', '/a.png')]
  document.head.append(sheet, icon)
  await settled()
  Object.assign(happyDOM.settings, { handleDisabledFileLoadingAsSuccess: comes })
  const timers = manualTimers()
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error(SHEET_MISSING))
    .mockResolvedValue('code')
  return { sheet, icon, timers, load, coming: fetchCode(load, timers) }
}
const links = () => [...document.querySelectorAll('link')]

test('a style sheet that failed is asked for anew before the code is', async () => {
  const { sheet, icon, timers, load, coming } = await withSheet(true)
  await settled()
  timers.pass(1000)
  expect(await coming).toBe('code')
  expect(load).toHaveBeenCalledTimes(2)
  expect(links().map((one) => one.getAttribute('href'))).toEqual(['/a.css', '/a.png'])
  expect([links().includes(sheet), links().includes(icon)]).toEqual([false, true])
})

test('no code is handed out without its style sheet', async () => {
  vi.spyOn(window.console, 'error').mockImplementation(() => {})
  const { timers, load, coming } = await withSheet(false)
  const told = expect(coming).rejects.toThrow(SHEET_MISSING)
  await passPauses(timers)
  await told
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part whose code was prepared shows at once; the code is fetched when it is wanted', async () => {
  const load = vi.fn(async () => () => 'There')
  const Part = lazyCode(load)
  expect(load).not.toHaveBeenCalled()
  await Part.prepare()
  const drawn = createElement(Suspense, { fallback: 'Wait' }, createElement(Part))
  expect(render(drawn).container.textContent).toBe('There')
  expect(load).toHaveBeenCalledOnce()
})

test('a part whose code wasn’t prepared is waited for', async () => {
  const Part = lazyCode(async () => () => 'There')
  const { container } = render(createElement(Suspense, { fallback: 'Wait' }, createElement(Part)))
  expect(container.textContent).toBe('Wait')
  await vi.waitFor(() => expect(container.textContent).toBe('There'))
})
