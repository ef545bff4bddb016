import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  allSettings,
  importSettings,
  type ShownSetting,
  saveSettings,
  settingHistory,
} from '#shared/contract/admin-settings.ts'
import { legalHolds, previewRetention } from '#shared/contract/retention.ts'
import { DEFAULT_STYLES } from '#shared/domain/default-styles.ts'
import { SETTING_KEYS, type SettingKey, settingOf } from '#shared/settings/registry.ts'
import type { RefusalCode } from '#shared/texts/refusal.ts'
import { createNewsFeed } from '../../services/hubs/news-feed.ts'
import { LiveProvider } from '../../services/live.tsx'
import { createSettings } from '../../services/person/settings.ts'
import { type ShellTools, ShellToolsProvider } from '../../services/shell-tools.tsx'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { SettingsScreen } from './index.ts'

const STAMP = { version: 0, changedBy: null, changedAt: null }
const plain = (key: SettingKey): ShownSetting => {
  const { usual } = settingOf(key)
  return { key, value: usual, usual, isOwn: false, ...STAMP }
}

function open(path: string, changed: Partial<Record<SettingKey, Partial<ShownSetting>>> = {}) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_EDIT_SETTINGS']))
  server.answer(allSettings, () => ({
    settings: SETTING_KEYS.map((key) => ({ ...plain(key), ...changed[key] })),
  }))
  server.answer(saveSettings, () => ({ changed: ['quiet.from'] }))
  const settingNews = createNewsFeed<readonly string[]>()
  const live = { settingNews } as unknown as Parameters<typeof LiveProvider>[0]['value']
  const settings = createSettings(server.services)
  const put = vi.spyOn(settings, 'put')
  const view = () =>
    renderSignedIn(
      server.services,
      <LiveProvider value={live}>
        <ShellToolsProvider value={{ settings } as unknown as ShellTools}>
          <SettingsScreen />
        </ShellToolsProvider>
      </LiveProvider>,
      path,
    )
  const sent = ({ path: of }: { path: string }) =>
    server.made.filter((call) => call.path === of).map(({ request }) => request)
  return { ...server, ...view(), view, settingNews, put, sent, user: userEvent.setup() }
}
const card = (name: string) => screen.findByRole('listitem', { name })

test('A083 a setting shows its meaning, default, range, value, and who changed it when', async () => {
  open('/?section=signIn', {
    'signIn.lockoutFailures': {
      value: 5,
      isOwn: true,
      version: 3,
      changedBy: 'Ann Ward',
      changedAt: '2026-11-21T11:59:00.000Z',
    },
  })
  expect((await card('Failures until lock-out')).textContent).toMatch(
    /So many wrong passwords.*Default: 10 failures.*3 to 100 failures.*Changed by Ann Ward on 21 Nov 2026, 11:59/,
  )
  expect(within(await card('Failures until lock-out')).getByRole('textbox')).toHaveProperty(
    'value',
    '5 failures',
  )
  expect((await card('Lock-out lasts')).textContent).toContain('Never changed')
})

test('A083 the search looks in names, meanings and values of all sections', async () => {
  const at = open('/?section=look', { 'help.emergencyNumber': { value: '112', isOwn: true } })
  const search = await screen.findByRole('searchbox', { name: 'Search settings' })
  for (const term of ['emergency num', 'asked to call for help', '112']) {
    await at.user.clear(search)
    await at.user.type(search, term)
    await card('Emergency number')
    expect(screen.queryByRole('listitem', { name: 'Colours of the dark theme' })).toBeNull()
  }
  await at.user.clear(search)
  await at.user.type(search, 'zzz')
  await screen.findByText('No setting matches ‘zzz’.')
})

test('how long something is kept reads as a sentence, as its usual value and before it is saved', async () => {
  const value = { keep: 1, unit: 'YEARS', end: 'DELETE' }
  const at = open('/?section=retention', { 'retention.moods': { value, isOwn: true } })
  expect((await card('Chat')).textContent).toContain('Default: Keep for 2 years, then delete')
  expect((await card('Moods')).textContent).toContain('Default: Keep for 12 months, then anonymise')
  const audit = 'Default: Keep for 7 years, then put a checkpoint in their place'
  expect((await card('Audit')).textContent).toContain(audit)
  await at.user.type(await screen.findByRole('searchbox'), 'for 1 year, then delete')
  const moods = within(await card('Moods'))
  await at.user.click(moods.getByText('Keep for 1 year, then delete'))
  expect(moods.getByRole('combobox', { name: 'Unit' })).toHaveProperty('value', 'YEARS')
  expect(screen.queryByRole('listitem', { name: 'Chat' })).toBeNull()
})

test('A153 before an age is saved, the dialog says it old and new as sentences, and how many records it takes', async () => {
  const at = open('/?section=retention')
  at.answer(legalHolds, () => ({ holds: [] }))
  at.answer(previewRetention, () => ({
    ...{ count: 1204, held: 3, before: '2025-05-04T12:00:00.000Z', isApplied: true },
  }))
  const chat = within(await card('Chat'))
  await at.user.click(chat.getByText('Keep for 2 years, then delete'))
  const keep = chat.getByRole('textbox', { name: 'Keep for' })
  await at.user.clear(keep)
  await at.user.type(keep, '1')
  await at.user.click(screen.getByRole('button', { name: 'Review and save…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save these changes?' }))
  const changes = dialog.getByText('Keep for 1 year, then delete').closest('li')
  expect(changes?.textContent?.trim()).toBe('Keep for 2 years, then delete → Keep for 1 year, then delete')
  expect(
    await dialog.findByRole('heading', { name: 'What goes the next night, once this is saved' }),
  ).toBeTruthy()
  const goes = await dialog.findByText('1204 records; legal holds keep 3 more.')
  expect(goes.closest('li')?.textContent).toBe('Chat1204 records; legal holds keep 3 more.')
})

test('the strip of sections scrolls to the one that is open, by the address and by a click', async () => {
  const box = (left: number, width: number) => ({ left, width }) as DOMRect
  const rects = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    if (this.tagName === 'NAV') return box(12, 360)
    const { section } = (this as HTMLElement).dataset
    // Each is a hundred wide; what was scrolled is left of the strip.
    const place = [...(this.parentElement?.children ?? [])].indexOf(this)
    return section ? box(12 + place * 100 - (this.parentElement?.scrollLeft ?? 0), 100) : box(0, 0)
  })
  const at = open('/?section=retention')
  const strip = await screen.findByRole('navigation', { name: 'Sections' })
  const names = within(strip).getAllByRole('button')
  const middleOf = (name: string) => names.findIndex((one) => one.textContent === name) * 100 + 50 - 180
  expect(strip.scrollLeft).toBe(middleOf('Retention'))
  await at.user.click(within(strip).getByRole('button', { name: 'Activity rules' }))
  await waitFor(() => expect(strip.scrollLeft).toBe(middleOf('Activity rules')))
  rects.mockRestore()
})

test('A084 saving shows old and new, sends what was seen, and is not offered while a value is wrong', async () => {
  const at = open('/?section=quiet', { 'quiet.from': { version: 7 } })
  const from = within(await card('Quiet from')).getByRole('textbox')
  await at.user.clear(from)
  await at.user.type(from, '25:00')
  await within(await card('Quiet from')).findByText('A time is written as 08:00.')
  expect(screen.getByRole('button', { name: 'Review and save…' })).toHaveProperty('disabled', true)
  await at.user.clear(from)
  await at.user.type(from, '20:00')
  await at.user.click(screen.getByRole('button', { name: 'Review and save…' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Quiet from 21:00 → 20:00')
  at.answer(saveSettings, () => {
    throw refused(409, '', 'Quiet from was changed by Uma meanwhile. Nothing was saved.', 'setting.changed')
  })
  await at.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('Quiet from was changed by Uma meanwhile. Nothing was saved.')
  at.answer(saveSettings, () => ({ changed: ['quiet.from'] }))
  await at.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(at.sent(saveSettings).at(-1)).toEqual({
    changes: [{ key: 'quiet.from', value: '20:00', version: 7 }],
    acceptsContrast: false,
  })
})

test('A083 what was typed survives a reload, is discarded on request, and comes back', async () => {
  const at = open('/?section=chat')
  await at.user.click(within(await card('GIFs')).getByRole('switch'))
  at.unmount()
  at.view()
  await within(await card('GIFs')).findByText('Not saved')
  await at.user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull())
  await at.user.click(screen.getByRole('button', { name: 'Undo' }))
  await within(await card('GIFs')).findByText('Not saved')
})

test('A083 the history lists values, and ‘Restore’ takes one into the changes', async () => {
  const at = open('/?section=signIn', { 'signIn.sessionHours': { value: 8, version: 2 } })
  const [changedAt, changedBy] = ['2026-11-21T11:59:00.000Z', 'Ann']
  at.answer(settingHistory, () => ({
    entries: [
      { id: 2, before: 4, after: 8, changedBy, changedAt },
      { id: 1, before: null, after: 4, changedBy: null, changedAt: '2026-11-20T10:00:00.000Z' },
    ],
  }))
  await at.user.click(within(await card('Session length')).getByRole('button', { name: /^History/ }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('Ann')
  expect(dialog.textContent).toMatch(/4 hours → 8 hours.*12 hours → 4 hours/)
  await at.user.click(within(dialog).getByRole('button', { name: /Restore the value of 20 Nov/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(within(await card('Session length')).getByRole('textbox')).toHaveProperty('value', '4 hours')
})

test('A086 a pair of colours under 4.5:1 is marked, and saving it asks', async () => {
  const at = open('/?section=look')
  const light = await card('Colours of the light theme')
  for (const part of ['Edit', 'Tasks', 'Priority']) await at.user.click(within(light).getByText(part))
  const low = within(light).getByRole('group', { name: 'LOW' })
  expect(within(low).queryByText(/Hard to read/)).toBeNull()
  const text = within(low).getByLabelText('Text')
  await at.user.clear(text)
  await at.user.type(text, '#cccccc')
  expect(within(low).getByText(/Hard to read: under 4.5:1/).textContent).toMatch(/1\.\d:1/)
  await at.user.click(screen.getByRole('button', { name: 'Review and save…' }))
  const refuses = (words: string, code: RefusalCode) =>
    at.answer(saveSettings, () => {
      throw refused(409, '', words, code)
    })
  refuses('Somebody changed it meanwhile.', 'setting.changed')
  const dialog = await screen.findByRole('dialog')
  await at.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('Somebody changed it meanwhile.')
  // Another refusal is no question.
  expect(within(dialog).queryByRole('button', { name: 'Save anyway' })).toBeNull()
  refuses('These colours are hard to read.', 'setting.contrast')
  await at.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('These colours are hard to read.')
  expect(at.sent(saveSettings)).toMatchObject([{ acceptsContrast: false }, { acceptsContrast: false }])
  at.answer(saveSettings, () => ({ changed: ['look.themeLight'] }))
  await at.user.click(await within(dialog).findByRole('button', { name: 'Save anyway' }))
  await waitFor(() => expect(at.sent(saveSettings).at(-1)).toMatchObject({ acceptsContrast: true }))
})

test('A085 unsaved colours are previewed in this window only', async () => {
  const at = open('/?section=look', {
    'look.themeLight': { value: { ...DEFAULT_STYLES.LIGHT, variables: { primary: '#123456' } } },
  })
  await card('Colours of the light theme')
  expect(at.put).not.toHaveBeenCalled()
  await at.user.click(screen.getByRole('switch', { name: /Preview in this window/ }))
  await waitFor(() =>
    expect(at.put).toHaveBeenCalledWith(
      'themeLight',
      expect.objectContaining({ variables: { primary: '#123456' } }),
    ),
  )
  expect(at.sent(saveSettings)).toEqual([])
})

test('A087 a file is imported after a dry run that says what would change', async () => {
  const at = open('/?section=look')
  await card('Colours of the light theme')
  at.answer(importSettings, ({ isDryRun }) => ({
    changes: [{ key: 'quiet.from', before: '21:00', after: '20:00', version: 4 }],
    unknown: ['nobody.knows', 'nobody.else'],
    wrong: [],
    isDone: !isDryRun,
  }))
  await at.user.click(screen.getByRole('button', { name: 'Import…' }))
  const dialog = await screen.findByRole('dialog')
  const file = {
    kind: 'fieldwork-settings',
    company: 'Bright Ltd',
    exportedAt: '2026-11-20T10:00:00.000Z',
    settings: {},
  }
  await at.user.upload(within(dialog).getByLabelText('Choose a file…'), new File(['{'], 'x.json'))
  await within(dialog).findByText('This is no file of settings.')
  await at.user.upload(
    within(dialog).getByLabelText('Choose a file…'),
    new File([JSON.stringify(file)], 'settings.json', { type: 'application/json' }),
  )
  await within(dialog).findByText('1 setting would change')
  expect(dialog.textContent).toMatch(
    /From Bright Ltd.*Quiet from 21:00 → 20:00.*2 settings of the file are unknown/,
  )
  await at.user.click(within(dialog).getByRole('button', { name: 'Import 1 setting' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(at.sent(importSettings).at(-1)).toMatchObject({ isDryRun: false, versions: { 'quiet.from': 4 } })
})
