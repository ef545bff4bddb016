import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SPEECH_TEXT } from '../../services/desktop/speech.ts'
import { CALL_KEYS, TALK_KEY } from '../../services/page/call-keys.ts'
import { createScreenActions } from '../../services/page/screen-actions.ts'
import { TASK_KEYS } from '../../services/page/task-keys.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { bindHotkeys } from './bind-hotkeys.ts'
import { HotkeySheet } from './HotkeySheet.tsx'
import { HOTKEYS } from './hotkeys.ts'
import { searchFieldOf, shellActions } from './shell-actions.ts'

let off = () => {}
afterEach(() => {
  off()
  document.body.replaceChildren()
})

function open({ desktop = false, inMeeting = false, blocked = false } = {}) {
  const renew = vi.fn(async () => 'renewed' as const)
  const { services, visited } = fakeServices({ isInMeeting: () => inMeeting })
  const used = {
    ...services,
    renewal: { ...services.renewal, renew },
    desktop: { ...services.desktop, available: desktop },
  }
  const screenActions = createScreenActions()
  const check = vi.fn(async () => {})
  const speech = { toggle: vi.fn(), stop: vi.fn() }
  const searchField = () => searchFieldOf(document)
  const actions = shellActions({ services: used, update: { check }, screenActions, speech, searchField })
  off = bindHotkeys(window, actions, () => blocked)
  /** Presses a key; answers whether it was kept from the browser. */
  const press = (key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body) => {
    const event = new KeyboardEvent('keydown', {
      key,
      bubbles: true,
      cancelable: true,
      composed: true,
      ...init,
    })
    act(() => void target.dispatchEvent(event))
    return event.defaultPrevented
  }
  const ctrl = (key: string, init: KeyboardEventInit = {}, target?: EventTarget) =>
    press(key, { ctrlKey: true, ...init }, target)
  const dialogs = () =>
    services.dialogs.store.getState().flatMap(({ name, opened }) => (opened ? [name] : []))
  const notices = () => services.notices.store.getState().map(({ message }) => message)
  return { services, visited, renew, check, speech, screenActions, press, ctrl, dialogs, notices }
}

function field(markup: string): HTMLElement {
  const main = document.createElement('main')
  main.innerHTML = markup
  document.body.append(main)
  return main.firstElementChild as HTMLElement
}

test('Ctrl+K opens the switcher and closes it; ? and Ctrl+/ open the sheet', () => {
  const at = open()
  expect(at.ctrl('k')).toBe(true)
  expect(at.dialogs()).toEqual(['switcher'])
  at.ctrl('K')
  expect(at.dialogs()).toEqual([])
  at.press('?', { shiftKey: true })
  expect(at.dialogs()).toEqual(['hotkeys'])
  at.ctrl('/')
  expect(at.dialogs()).toEqual([])
})

test('Ctrl+Q renews the session and looks for an update, once while it is held', () => {
  const at = open()
  at.ctrl('q')
  expect(at.ctrl('q', { repeat: true })).toBe(true)
  expect([at.renew.mock.calls.length, at.check.mock.calls.length]).toEqual([1, 1])
})

test('Ctrl and +, − and 0 change the size of the page, also while they are held and while typing', () => {
  const at = open()
  const zoom = () => at.services.zoom.store.getState()
  expect(at.ctrl('+', { shiftKey: true })).toBe(true)
  at.ctrl('=', { repeat: true })
  expect(zoom()).toBe(1.05)
  at.ctrl('-', {}, field('<textarea></textarea>'))
  expect(zoom()).toBe(0.95)
  at.ctrl('0')
  expect(zoom()).toBe(0.85)
})

test('Ctrl+F goes to the search of the screen; without one the key is the browser’s', () => {
  const at = open()
  expect(at.ctrl('f')).toBe(false)
  const search = field('<input type="search">')
  expect(at.ctrl('f')).toBe(true)
  expect(document.activeElement).toBe(search)
  const offered = vi.fn()
  const end = at.screenActions.offer('search', offered)
  at.ctrl('f')
  expect(offered).toHaveBeenCalledOnce()
  end()
  at.ctrl('f')
  expect(offered).toHaveBeenCalledOnce()
})

test('Ctrl+I tells about the screen where it offers that, else about the session; an editor keeps it', () => {
  const at = open()
  const editor = field('<div contenteditable="true"></div>')
  Object.defineProperty(editor, 'isContentEditable', { value: true })
  expect(at.ctrl('i', {}, editor)).toBe(false)
  const offered = vi.fn()
  const end = at.screenActions.offer('info', offered)
  at.ctrl('i')
  expect([offered.mock.calls.length, at.dialogs()]).toEqual([1, []])
  end()
  at.ctrl('i')
  expect(at.dialogs()).toEqual(['session-info'])
})

test('Ctrl+M reads the selection aloud', () => {
  const at = open()
  expect(at.ctrl('m')).toBe(true)
  expect(at.speech.toggle).toHaveBeenCalledOnce()
  expect(SPEECH_TEXT.nothing).toContain('Ctrl+M')
})

test('Ctrl+R refreshes the desktop client, not in a meeting; in a browser it is the browser’s', () => {
  const browser = open()
  expect(browser.ctrl('r')).toBe(false)
  off()
  const at = open({ desktop: true })
  expect(at.ctrl('r')).toBe(true)
  expect(at.visited).toEqual(['reload'])
  off()
  const inMeeting = open({ desktop: true, inMeeting: true })
  expect(inMeeting.ctrl('r')).toBe(true)
  expect([inMeeting.visited, inMeeting.notices()]).toEqual([[], ['Unable to reload while in a meeting']])
})

test('no hotkey takes a character from whoever types', () => {
  const at = open()
  for (const markup of ['<input>', '<input type="password">', '<textarea></textarea>', '<select></select>'])
    expect(at.press('?', { shiftKey: true }, field(markup))).toBe(false)
  // AltGr+Q is @ on some keyboards, and an input method's keys are its own.
  expect(at.ctrl('q', { altKey: true })).toBe(false)
  expect(at.ctrl('k', { isComposing: true })).toBe(false)
  expect(at.ctrl('k', { shiftKey: true })).toBe(false)
  expect(at.dialogs()).toEqual([])
  expect(at.press('?', {}, field('<input type="checkbox">'))).toBe(true)
})

test('while the shell is blocked only size, session and refresh answer', () => {
  const at = open({ blocked: true })
  for (const key of ['k', 'i', '/', 'm']) expect(at.ctrl(key)).toBe(false)
  expect(at.dialogs()).toEqual([])
  at.ctrl('q')
  at.ctrl('+')
  expect([at.renew.mock.calls.length, at.services.zoom.store.getState()]).toEqual([1, 0.95])
})

test('the sheet shows every hotkey of the table with its keys and where it works', () => {
  const { services } = fakeServices()
  renderWith(services, <HotkeySheet name="hotkeys" opened onClose={() => {}} params={undefined} />)
  const sheet = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  const shown = sheet.getAllByRole('term').map((term) => {
    const keys = [...(term.nextElementSibling?.querySelectorAll('kbd') ?? [])].map((key) => key.textContent)
    return `${term.textContent}: ${keys.join(' ')}`
  })
  const wanted = (entry: { does: string; where?: string; combos: readonly { shown: readonly string[] }[] }) =>
    `${entry.does}${entry.where ?? ''}: ${entry.combos.flatMap((combo) => combo.shown).join(' ')}`
  // The planner's own keys stand with them, and a call's.
  const tasks = [...TASK_KEYS, ...CALL_KEYS, TALK_KEY].map(
    ({ does, shown: keys }) => `${does}: ${keys.join(' ')}`,
  )
  expect(shown.sort()).toEqual([...HOTKEYS.map(wanted), ...tasks].sort())
})
