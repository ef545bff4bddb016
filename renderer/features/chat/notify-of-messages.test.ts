import { expect, test, vi } from 'vitest'
import { chatStatuses, getQuietHours } from '#shared/contract/chat-status.ts'
import type { AudioSetting } from '#shared/contract/settings-entities.ts'
import { DEFAULT_QUIET_HOURS, type QuietHours } from '#shared/domain/chat-quiet.ts'
import { DEFAULT_AUDIO_SETTING } from '#shared/domain/settings.ts'
import type { SoundName } from '#shared/domain/sounds.ts'
import { createBrowserNotifications } from '../../services/notices/browser-notifications.ts'
import { notifyOfMessages } from './notify-of-messages.ts'
import { createChatStore } from './store/chat-store.ts'
import { createFakeServices } from './testing/fake-services.ts'
import { aMessage, aThread } from './testing/fixtures.ts'

const SOUND_GAP_MS = 1000

const MENTION = 'Look, @[Tom](1)'
const running: (() => void)[] = []

/** A page that notes which notifications it showed. */
function notifyingPage() {
  const shown: { title: string; body: string; tag: string; click: () => void }[] = []
  class Shown {
    static permission = 'granted'
    onclick = () => {}
    constructor(title: string, { body, tag }: { body: string; tag: string }) {
      shown.push({ title, body, tag, click: () => this.onclick() })
    }
    close() {}
  }
  const document = { visibilityState: 'hidden' as DocumentVisibilityState, hasFocus: () => false }
  const page = { document, focus: () => {}, Notification: Shown as unknown as typeof Notification }
  return { page, document, shown }
}

async function start(change: Partial<AudioSetting> = {}, quiet: QuietHours = DEFAULT_QUIET_HOURS) {
  let now = new Date(2026, 10, 21, 9).getTime()
  const at = createFakeServices({
    me: { id: 1, name: 'Tom' },
    threads: [aThread({ id: 7 })],
    now: () => now,
    answers: { [getQuietHours.path]: () => quiet, [chatStatuses.path]: () => [] },
  })
  const chat = createChatStore(at.services)
  const { page, document, shown } = notifyingPage()
  at.services.storage.set('browserNotifications', 'on')
  const notifications = createBrowserNotifications({ ...at.services, page })
  const played: SoundName[] = []
  const opened: string[] = []
  let isMuted: (name: SoundName) => boolean = () => false
  let setting: AudioSetting = { ...DEFAULT_AUDIO_SETTING, ...change }
  const refreshed = vi.fn()
  const off = notifyOfMessages(chat, {
    notifications,
    sounds: {
      play: (name) => void (isMuted(name) || played.push(name)),
      setMuted: (next) => {
        isMuted = next
      },
    },
    setting: () => setting,
    onSettingsChanged: refreshed,
    now: () => now,
    onOpen: (key) => void opened.push(key),
  })
  chat.start()
  running.push(off, chat.stop)
  await vi.waitFor(() => expect(chat.store.getState().threadsLoad.state).toBe('ready'))
  await vi.waitFor(() => expect(chat.store.getState().quietHours).toEqual(quiet))
  let id = 10
  return {
    ...at,
    chat,
    document,
    shown,
    played,
    opened,
    refreshed,
    isMuted: (name: SoundName) => isMuted(name),
    want: (next: Partial<AudioSetting>) => {
      setting = { ...setting, ...next }
    },
    /** A message comes in, a while after the last. */
    come(message: string, userID = 2, after = SOUND_GAP_MS) {
      now += after
      const placed = aMessage({ id: ++id, userID, userName: 'Amelia Hart', message })
      at.hub.emit('newThreadMessage', { source: 'MESSAGE', sourceID: 7, message: placed })
      return id
    },
    /** What sounded and showed since the last look. */
    heard: () => ({ sounds: played.splice(0).length, shown: shown.splice(0).map(({ body }) => body) }),
    end() {
      for (const end of running.splice(0)) end()
    },
  }
}

test("C053 others' messages are shown once, cut at 150 characters, and lead to their conversation", async () => {
  const at = await start()
  const id = at.come(`${MENTION} ${'x'.repeat(200)}`)
  const [first] = at.shown
  expect(first).toMatchObject({ title: 'Amelia Hart', tag: `chat/MESSAGE:7/${id}` })
  expect(first?.body).toBe(`Look, @Tom ${'x'.repeat(139)}…`)
  first?.click()
  expect(at.opened).toEqual(['MESSAGE:7'])
  at.come('My own', 1)
  expect(at.shown).toHaveLength(1)
  for (const length of [149, 150, 151]) at.come('y'.repeat(length))
  expect(at.shown.slice(1).map(({ body }) => body)).toEqual([
    'y'.repeat(149),
    'y'.repeat(150),
    `${'y'.repeat(150)}…`,
  ])
  // Never through a character of two units.
  at.come(`${'y'.repeat(149)}😀 and more`)
  expect(at.shown[4]?.body).toBe(`${'y'.repeat(149)}…`)
  at.end()
  at.come('After the end')
  expect(at.shown).toHaveLength(5)
})

test('C013 a message sounds by the setting: on every message, only when tagged, none; never a drum roll', async () => {
  const at = await start({ newMessageSound: 'ALL' })
  at.come('Hello')
  at.come('Hello again', 2, 10)
  expect(at.heard().sounds).toBe(1)
  at.want({ newMessageSound: 'MENTIONED' })
  at.come('Hello')
  expect(at.heard().sounds).toBe(0)
  at.come(MENTION)
  at.come('@[Everyone](0) stop')
  expect(at.heard().sounds).toBe(2)
  at.want({ newMessageSound: 'NONE' })
  at.come(MENTION)
  expect(at.heard().sounds).toBe(0)
  at.end()
})

test("C076 the browser's notifications show only when mentioned, or only while the window is hidden", async () => {
  const on = { isEnabled: true, notifyWhenOfflineOnly: false, notifyOnlyWhenMentioned: true }
  const at = await start({ browserNotificationSetting: on })
  at.come('Hello')
  at.come(MENTION)
  expect(at.heard().shown).toEqual(['Look, @Tom'])
  // To be seen, and behind another window.
  at.document.visibilityState = 'visible'
  at.come(MENTION)
  expect(at.heard().shown).toHaveLength(1)
  at.want({ browserNotificationSetting: { ...on, notifyWhenOfflineOnly: true } })
  at.come(MENTION)
  expect(at.heard().shown).toHaveLength(0)
  at.end()
})

test('C136 a snoozed conversation neither sounds nor notifies until its snooze ends', async () => {
  const at = await start()
  at.chat.snoozeThread('MESSAGE:7', '1-hour')
  at.come(MENTION)
  expect(at.heard()).toEqual({ sounds: 0, shown: [] })
  at.come(MENTION, 2, 60 * 60_000)
  expect(at.heard()).toEqual({ sounds: 1, shown: ['Look, @Tom'] })
  at.end()
})

test('in quiet hours nothing sounds but the siren, and nothing is notified', async () => {
  const at = await start({}, { ...DEFAULT_QUIET_HOURS, isEnabled: true, from: '08:00', to: '10:00' })
  at.come(MENTION)
  expect(at.heard()).toEqual({ sounds: 0, shown: [] })
  expect(at.isMuted('ring')).toBe(true)
  expect(at.isMuted('siren')).toBe(false)
  at.come(MENTION, 2, 60 * 60_000)
  expect(at.heard()).toEqual({ sounds: 1, shown: ['Look, @Tom'] })
  at.end()
})

test('C236 refreshAudioSettings has the settings and the quiet hours read again', async () => {
  const at = await start()
  const asked = () => at.server.bodiesOf(getQuietHours).length
  const before = asked()
  at.hub.emit('refreshAudioSettings')
  expect(at.refreshed).toHaveBeenCalledOnce()
  expect(asked()).toBe(before + 1)
  at.end()
})

test('C237 a quick message is shown at once, and is in its conversation', async () => {
  const at = await start()
  const message = aMessage({ id: 99, userName: 'Priya Nair', message: `${MENTION} at wave 3` })
  at.hub.emit('newQuickMessage', { source: 'MESSAGE', sourceID: 7, message })
  expect(at.services.notices.store.getState()).toMatchObject([
    { kind: 'info', message: 'Priya Nair: Look, @Tom at wave 3' },
  ])
  expect(at.played).toEqual(['newMessage'])
  // The thread's own event brings it once more.
  at.hub.emit('newThreadMessage', { source: 'MESSAGE', sourceID: 7, message })
  at.chat.stop()
  expect(at.chat.store.getState().threads[0]).toMatchObject({
    lastMessage: `${MENTION} at wave 3`,
    unread: 1,
  })
  at.end()
})

test('C237 of a quick message there is no notice where its conversation is before one’s eyes, only there', async () => {
  const at = await start()
  const quick = (id: number) =>
    at.hub.emit('newQuickMessage', {
      ...{ source: 'MESSAGE', sourceID: 7 },
      message: aMessage({ id, userName: 'Priya Nair', message: `Quick ${id}` }),
    })
  const notices = () => at.services.notices.store.getState().map(({ message }) => message)
  // The chat is on screen with nothing open; then the conversation is open; then the chat is left.
  const hide = at.chat.show()
  quick(99)
  at.chat.select('MESSAGE:7')
  quick(100)
  hide()
  quick(101)
  expect(notices().toSorted()).toEqual(['Priya Nair: Quick 101', 'Priya Nair: Quick 99'])
  at.end()
})
