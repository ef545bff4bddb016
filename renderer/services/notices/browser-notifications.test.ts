import { expect, test } from 'vitest'
import { createStorage } from '../storage/storage.ts'
import { createBrowserNotifications, NOTIFICATION_TEXT } from './browser-notifications.ts'
import { createNotices } from './notices.ts'

/** A window whose person answers so when they are asked; null is a browser without notifications. */
function open(answer: NotificationPermission | null, before: NotificationPermission = 'default') {
  const shown: { title: string; body: string; tag: string; closed: boolean; click: () => void }[] = []
  let focused = 0
  class FakeNotification {
    static permission = before
    static async requestPermission() {
      if (answer) FakeNotification.permission = answer
      return FakeNotification.permission
    }
    onclick: () => void = () => {}
    readonly #entry
    constructor(title: string, { body, tag }: { body: string; tag: string }) {
      this.#entry = { title, body, tag, closed: false, click: () => this.onclick() }
      shown.push(this.#entry)
    }
    close() {
      this.#entry.closed = true
    }
  }
  const page = {
    document: { visibilityState: 'hidden' as DocumentVisibilityState, hasFocus: () => true },
    focus: () => void focused++,
    ...(answer && { Notification: FakeNotification as unknown as typeof Notification }),
  }
  const notices = createNotices()
  const storage = createStorage(null, new EventTarget())
  const notifications = createBrowserNotifications({ page, storage, notices })
  const message = { title: 'Ben', text: 'Hello', tag: 'chat/1' }
  const told = () => notices.store.getState().map(({ kind, message: said }) => `${kind}: ${said}`)
  return { page, storage, notifications, message, shown, told, FakeNotification, focused: () => focused }
}

test("S316 C162 a refused permission says 'Notification permission denied by the browser.' and stays off", async () => {
  const at = open('denied')
  await at.notifications.set(true)
  expect(at.told()).toEqual(['error: Notification permission denied by the browser.'])
  expect(at.notifications.store.getState()).toBe(false)
  expect(at.storage.get('browserNotifications')).toBe('off')
  at.notifications.show(at.message)
  expect(at.shown).toEqual([])
})

test('C053 once on, what comes in while the window is hidden is shown, cut at 150 characters', async () => {
  const at = open('granted')
  at.notifications.show(at.message)
  expect(at.shown).toEqual([])
  await at.notifications.set(true)
  expect(at.told()).toEqual([])
  expect([at.notifications.store.getState(), at.storage.get('browserNotifications')]).toEqual([true, 'on'])
  at.notifications.show({ ...at.message, text: 'x'.repeat(151) })
  expect(at.shown).toMatchObject([{ title: 'Ben', body: `${'x'.repeat(150)}…`, tag: 'chat/1' }])
  at.shown[0]?.click()
  expect([at.focused(), at.shown[0]?.closed]).toEqual([1, true])
  at.page.document.visibilityState = 'visible'
  at.notifications.show(at.message)
  expect(at.shown).toHaveLength(1)
})

test('C162 turned off, or without the permission any more, nothing is shown', async () => {
  const at = open('granted')
  await at.notifications.set(true)
  expect(at.notifications.store.getState()).toBe(true)
  at.FakeNotification.permission = 'denied'
  at.notifications.show(at.message)
  at.FakeNotification.permission = 'granted'
  await at.notifications.set(false)
  expect(at.notifications.store.getState()).toBe(false)
  at.notifications.show(at.message)
  expect(at.shown).toEqual([])
  expect(at.storage.get('browserNotifications')).toBe('off')
})

test('C162 W230 W231 a question that was put off, and a browser without notifications, are told', async () => {
  const dismissed = open('default')
  await dismissed.notifications.set(true)
  expect(dismissed.told()).toEqual(['warning: Notification permission dismissed.'])
  const without = open(null)
  await without.notifications.set(true)
  expect(without.told()).toEqual(['error: This browser does not support notifications.'])
  without.notifications.show(without.message)
  expect(without.notifications.store.getState()).toBe(false)
})

test("W230 where more than messages is turned on, a refusal says 'Notification permission denied.'", async () => {
  const at = open('denied')
  await at.notifications.set(true, NOTIFICATION_TEXT.deniedShort)
  expect(at.told()).toEqual(['error: Notification permission denied.'])
  expect([at.notifications.store.getState(), at.storage.get('browserNotifications')]).toEqual([false, 'off'])
  const taken = open('granted')
  await taken.notifications.set(true, NOTIFICATION_TEXT.deniedShort)
  expect(taken.told()).toEqual([])
  expect([taken.notifications.store.getState(), taken.storage.get('browserNotifications')]).toEqual([
    true,
    'on',
  ])
})

test('what is for whoever looks elsewhere also shows beside another window, and opens with a click', async () => {
  const at = open('granted')
  await at.notifications.set(true)
  at.page.document.visibilityState = 'visible'
  let opened = 0
  const told = { ...at.message, unlessInFront: true, onOpen: () => void opened++ }
  at.notifications.show(told)
  at.page.document.hasFocus = () => false
  at.notifications.show(at.message)
  expect(at.shown).toEqual([])
  at.notifications.show(told)
  at.shown[0]?.click()
  expect([at.shown.length, opened, at.focused()]).toEqual([1, 1, 1])
})
