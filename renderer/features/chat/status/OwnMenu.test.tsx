import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { myContacts } from '#shared/contract/chat.ts'
import {
  chatStatuses,
  getQuietHours,
  saveQuietHours,
  updateChatStatus,
} from '#shared/contract/chat-status.ts'
import { getAudioSetting, saveAudioSetting } from '#shared/contract/settings.ts'
import { DEFAULT_QUIET_HOURS } from '#shared/domain/chat-quiet.ts'
import { PRESENCE_LOOKS, PRESENCE_VALUES, type Presence } from '#shared/domain/presence.ts'
import { DEFAULT_AUDIO_SETTING } from '#shared/domain/settings.ts'
import { createDesktopVersionCheck } from '../../../services/desktop/desktop-version.ts'
import { createBrowserNotifications } from '../../../services/notices/browser-notifications.ts'
import { createSounds } from '../../../services/notices/sounds.ts'
import { createScreenActions } from '../../../services/page/screen-actions.ts'
import { createSettings } from '../../../services/person/settings.ts'
import { ShellToolsProvider } from '../../../services/shell-tools.tsx'
import { renderWith } from '../../../testing/render.tsx'
import { ChatProvider } from '../ChatProvider.tsx'
import { ContactsSection } from '../people/ContactsSection.tsx'
import { createChatStore } from '../store/chat-store.ts'
import '../testing/dialogs-at-hand.ts'
import { createFakeServices } from '../testing/fake-services.ts'
import { aMember, aThread } from '../testing/fixtures.ts'
import { installLayout } from '../testing/layout.ts'
import { NotificationSettings } from './NotificationSettings.tsx'
import { OwnMenu } from './OwnMenu.tsx'

configure({ defaultHidden: true })
const ends: (() => void)[] = []
beforeEach(() => void ends.push(installLayout()))
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

interface Situation {
  readonly tenant?: { readonly isWhatsappEnabled: boolean; readonly isEmailEnabled: boolean }
  readonly permission?: NotificationPermission
  readonly setting?: typeof DEFAULT_AUDIO_SETTING
  /** The server doesn't say what is set. */
  readonly unread?: boolean
  readonly statuses?: readonly { readonly userID: number; readonly status: Presence }[]
}

async function show(
  screenOf: 'menu' | 'settings' | 'contacts',
  { permission = 'granted', setting = DEFAULT_AUDIO_SETTING, statuses = [], ...more }: Situation = {},
) {
  const tenant = more.tenant ?? { isWhatsappEnabled: true, isEmailEnabled: true }
  let kept = setting
  const people = PRESENCE_VALUES.map((status, at) => aMember(10 + at, `Person ${status}`))
  const at = createFakeServices({
    me: { id: 1, name: 'Tom Whitfield' },
    threads: [aThread({ id: 7 })],
    answers: {
      [getAudioSetting.path]: () => ({ setting: kept, ...tenant }),
      [saveAudioSetting.path]: (body) => {
        kept = body.setting as typeof kept
        return { done: true }
      },
      [getQuietHours.path]: () => DEFAULT_QUIET_HOURS,
      [saveQuietHours.path]: () => ({ done: true }),
      [chatStatuses.path]: () => statuses,
      [updateChatStatus.path]: () => ({ done: true }),
      [myContacts.path]: () => people,
    },
  })
  const page = {
    document: { visibilityState: 'visible' as const },
    focus: () => {},
    Notification: { permission, requestPermission: async () => permission } as unknown as typeof Notification,
  }
  const services = { ...at.services, notifications: createBrowserNotifications({ ...at.services, page }) }
  if (more.unread) at.server.fail(getAudioSetting)
  const settings = createSettings(services)
  const tools = {
    settings,
    sounds: createSounds({ newContext: () => null, timers: services.timers }),
    screenActions: createScreenActions(),
    desktopVersion: createDesktopVersionCheck(services),
    passport: { check: async () => [] },
  }
  const chat = createChatStore(services)
  chat.start()
  ends.push(chat.stop, settings.watch())
  const Screen = { menu: OwnMenu, settings: NotificationSettings, contacts: ContactsSection }[screenOf]
  renderWith(
    services,
    <ShellToolsProvider value={tools}>
      <ChatProvider store={chat}>
        <Screen />
      </ChatProvider>
    </ShellToolsProvider>,
  )
  if (!more.unread) await waitFor(() => expect(settings.store.getState().read).toContain('audio'))
  return {
    ...at,
    services,
    chat,
    saved: () =>
      at.server.bodiesOf(saveAudioSetting).map((body) => (body as { setting: typeof kept }).setting),
    notices: () => services.notices.store.getState().map(({ message }) => message),
  }
}

const CHANNELS = ['WhatsApp', 'Email', 'Mobile app', 'Browser'] as const
/** The switches of a channel, by the legend of their fieldset. */
function channel(name: string) {
  const fieldset = screen.getByText(name, { selector: 'legend' }).closest('fieldset')
  if (!fieldset) throw new Error(`There is no channel ${name}.`)
  return within(fieldset)
}
const toggle = (name: string, label: string) => channel(name).getByLabelText<HTMLInputElement>(label)

test("C012 C147 'My status' is Available, Be right back or Busy, and goes to the server", async () => {
  const at = await show('menu', { statuses: [{ userID: 1, status: 'BUSY' }] })
  fireEvent.click(await screen.findByRole('button', { name: /^My status: Busy/ }))
  const group = within(await screen.findByRole('radiogroup', { name: 'My status' }))
  const names = group.getAllByRole<HTMLInputElement>('radio').map((radio) => [radio.value, radio.checked])
  expect(names).toEqual([
    ['AVAILABLE', false],
    ['BE RIGHT BACK', false],
    ['BUSY', true],
  ])
  for (const name of ['Available', 'Be right back', 'Busy'])
    fireEvent.click(group.getByRole('radio', { name }))
  await waitFor(() =>
    expect(at.server.bodiesOf(updateChatStatus)).toEqual([
      { status: 'AVAILABLE' },
      { status: 'BE RIGHT BACK' },
      { status: 'BUSY' },
    ]),
  )
  expect(at.chat.store.getState().statuses[1]).toBe('BUSY')
  // One that the server refuses is taken back.
  at.server.fail(updateChatStatus)
  fireEvent.click(group.getByRole('radio', { name: 'Available' }))
  await waitFor(() => expect(at.chat.store.getState().statuses[1]).toBe('BUSY'))
})

test('C013 Sound: on every message, only when tagged or none, saved with the whole setting', async () => {
  const at = await show('menu')
  fireEvent.click(screen.getByRole('button', { name: /^My status/ }))
  const group = within(await screen.findByRole('radiogroup', { name: 'Sound' }))
  for (const name of ['Only when tagged', 'None', 'On every message'])
    fireEvent.click(group.getByRole('radio', { name }))
  await waitFor(() => expect(at.saved()).toHaveLength(3))
  expect(at.saved().map(({ newMessageSound }) => newMessageSound)).toEqual(['MENTIONED', 'NONE', 'ALL'])
  expect(at.saved()[2]).toEqual(DEFAULT_AUDIO_SETTING)
})

test("C076 C111 C160 C161 W139 W140 each channel has 'Enabled', 'Only when offline' and 'Only when mentioned'", async () => {
  const forced = { ...DEFAULT_AUDIO_SETTING.whatsappNotificationSetting, forcedMentionOnly: true }
  const setting = { ...DEFAULT_AUDIO_SETTING, whatsappNotificationSetting: forced }
  const at = await show('settings', { setting })
  for (const name of CHANNELS) {
    const labels = channel(name).getAllByRole<HTMLInputElement>('switch')
    expect(labels).toHaveLength(3)
    for (const label of ['Enabled', 'Only when offline', 'Only when mentioned']) toggle(name, label)
  }
  // WhatsApp is off at first, e-mail and mobile are on, the browser is off (spec 2 §3).
  expect(CHANNELS.map((name) => toggle(name, 'Enabled').checked)).toEqual([false, true, true, false])
  const disabled = (label: string) => CHANNELS.map((name) => toggle(name, label).disabled)
  expect(disabled('Enabled')).toEqual([false, false, false, false])
  expect(disabled('Only when offline')).toEqual([true, false, false, true])
  expect(disabled('Only when mentioned')).toEqual([true, false, false, true])
  fireEvent.click(toggle('WhatsApp', 'Enabled'))
  fireEvent.click(toggle('Browser', 'Enabled'))
  await waitFor(() => expect(toggle('Browser', 'Enabled').checked).toBe(true))
  expect(disabled('Only when offline')).toEqual([false, false, false, false])
  expect(disabled('Only when mentioned')).toEqual([true, false, false, false])
  const checked = (label: string) => CHANNELS.map((name) => toggle(name, label).checked)
  // WhatsApp tells of mentions only, whatever was chosen.
  expect(checked('Only when mentioned')).toEqual([true, false, false, false])
  fireEvent.click(toggle('Email', 'Only when mentioned'))
  fireEvent.click(toggle('Mobile app', 'Only when offline'))
  await waitFor(() => expect(at.saved()).toHaveLength(4))
  expect(at.saved()[3]).toMatchObject({
    whatsappNotificationSetting: { isEnabled: true },
    emailNotificationSetting: { notifyOnlyWhenMentioned: true },
    mobileAppNotificationSetting: { notifyWhenOfflineOnly: true },
    browserNotificationSetting: { isEnabled: true },
  })
  expect(checked('Only when mentioned')).toEqual([true, true, false, false])
  expect(checked('Only when offline')).toEqual([false, false, true, false])
})

test('C077 W141 WhatsApp and e-mail show only where the tenant has them', async () => {
  for (const isWhatsappEnabled of [false, true])
    for (const isEmailEnabled of [false, true]) {
      await show('settings', { tenant: { isWhatsappEnabled, isEmailEnabled } })
      const shown = ['WhatsApp', 'Email', 'Mobile app', 'Browser', 'Quiet hours'].map(
        (name) => screen.queryByRole('group', { name }) !== null,
      )
      expect(shown).toEqual([isWhatsappEnabled, isEmailEnabled, true, true, true])
      cleanup()
    }
})

test("C162 without the browser's permission the channel is turned off, and the person is told", async () => {
  const on = { ...DEFAULT_AUDIO_SETTING.browserNotificationSetting, isEnabled: true }
  const at = await show('settings', {
    permission: 'denied',
    setting: { ...DEFAULT_AUDIO_SETTING, browserNotificationSetting: on },
  })
  fireEvent.click(toggle('Browser', 'Enabled'))
  await waitFor(() => expect(at.notices()).toEqual(['Notification permission denied by the browser.']))
  await waitFor(() => expect(at.saved()[0]?.browserNotificationSetting.isEnabled).toBe(false))
  expect(toggle('Browser', 'Enabled').checked).toBe(false)
})

test('C013 settings that were never read are not shown to be saved; they are asked for again', async () => {
  const at = await show('settings', { unread: true })
  expect(await screen.findByText("Your notification settings couldn't be loaded.")).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('There was an error with your request.')
  expect(screen.queryByRole('switch')).toBeNull()
  at.server.heal(getAudioSetting)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('group', { name: 'Email' })).toBeDefined()
})

test('quiet hours are set by time and day, and kept on the server', async () => {
  const at = await show('settings')
  const hours = () => at.server.bodiesOf(saveQuietHours).at(-1)
  fireEvent.click(toggle('Quiet hours', 'Enabled'))
  const from = screen.getByLabelText('From')
  fireEvent.change(from, { target: { value: '20:15' } })
  fireEvent.blur(from)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Sun' }))
  await waitFor(() =>
    expect(hours()).toEqual({ isEnabled: true, from: '20:15', to: '07:00', days: [1, 2, 3, 4, 5, 6] }),
  )
  expect(at.chat.store.getState().quietHours).toMatchObject({ from: '20:15' })
})

test('C115 every presence is shown by its dot and its words', async () => {
  const statuses = PRESENCE_VALUES.map((status, at) => ({ userID: 10 + at, status }))
  const at = await show('contacts', { statuses })
  await waitFor(() => expect(at.chat.store.getState().statuses[10]).toBe('ONLINE'))
  for (const status of PRESENCE_VALUES) {
    const row = await screen.findByRole('button', { name: new RegExp(`^Person ${status}`) })
    expect(row.querySelector<HTMLElement>('[data-presence]')?.dataset.presence).toBe(status)
    expect(row.textContent).toContain(PRESENCE_LOOKS[status].label)
  }
})
