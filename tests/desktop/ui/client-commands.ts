import { execFile } from 'node:child_process'
import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { eventChannel } from '#shared/host/bridge.ts'
import { ROOT } from '../support/app-folder.ts'
import { findBinary } from '../support/electron-binary.ts'
import { clientEnvironment, takeNoteOfDevice } from '../support/launcher.ts'
import { closeDialog, openFromAccount, openFromDrawer, type Stage } from './stage.ts'
import type { UiCommands } from './ui-commands.ts'

/** Starts the client again with a link, as the system does; that one hands it over and ends. */
function openLink({ client, server }: Stage, link: string): Promise<void> {
  const sandbox = process.platform === 'linux' ? ['--no-sandbox'] : []
  const args = [...sandbox, ROOT, `--user-data-dir=${client.userData}`, `--server=${server.url}`, link]
  return new Promise((resolve, reject) => {
    execFile(findBinary().file, args, { env: clientEnvironment(''), timeout: 15_000 }, (error) =>
      error ? reject(error) : resolve(),
    )
  })
}

/** The window with the host's own page that the action opens. */
async function opens({ client: { app } }: Stage, action: () => Promise<unknown>) {
  const opened = app.waitForEvent('window')
  await action()
  return opened
}

const made = z.object({ meetingID: z.number() })

/** Opens a meeting of the person with a colleague in a window of its own. */
async function openMeeting(stage: Stage) {
  const now = Date.now()
  const { meetingID } = made.parse(
    await stage.colleague.post('/api/hr/meeting/new', {
      start: new Date(now).toISOString(),
      end: new Date(now + 3_600_000).toISOString(),
      subject: 'Quota review',
      agenda: '',
      ids: [stage.person.userID],
      immediate: true,
    }),
  )
  const room = await opens(stage, () =>
    stage.window.evaluate(
      (id) => void window.open(`/moderator-meeting-room?room=${id}`, '_blank', 'popup=yes'),
      meetingID,
    ),
  )
  await room.getByRole('button', { name: 'Join now' }).click()
  await takeNoteOfDevice(room)
  return { meetingID, room }
}

/** What the client does for a person's eyes and ears, and about itself. The last of them ends it. */
export const CLIENT_COMMANDS = {
  async playText({ window, machine: { programs } }) {
    await window.getByText('At the keyboard').selectText()
    await window.keyboard.press('Control+m')
    const spoken = () =>
      programs.calls('powershell').filter(({ args }) => args.join().includes('System.Speech'))
    await expect
      .poll(() => spoken().map(({ input }) => JSON.parse(input)))
      .toEqual([{ text: 'At the keyboard' }])
  },

  async unreadMessages({ client: { app }, colleague, person }) {
    const told = () => app.evaluate(() => (globalThis as unknown as { told: string[] }).told.at(-1) ?? '')
    const countOf = (text: string) => Number(/^\d+/.exec(text)?.[0] ?? 0)
    await expect.poll(told).toMatch(/unread messages?$/)
    const before = countOf(await told())
    const message = { users: [person.userID], message: 'Are you there?' }
    await colleague.post('/api/my-team-chatroom/start-conversation', message)
    await expect.poll(async () => countOf(await told())).toBe(before + 1)
  },

  async screenCapture(stage) {
    const { window } = stage
    await openFromDrawer(stage, 'Documents')
    const picker = await opens(stage, () => window.getByRole('button', { name: 'Capture a screen' }).click())
    await expect(picker.getByRole('heading', { name: 'What shall be captured?' })).toBeVisible()
    const sign = await opens(stage, () =>
      picker.getByRole('link', { name: 'Notes' }).click({ noWaitAfter: true }),
    )
    await expect(sign.getByText('Capturing Notes')).toBeVisible()
    await expect(window.getByRole('list', { name: 'My documents' })).toContainText(/Notes 20.*\.png/)
    await closeDialog(stage)
  },

  /** A screen is shared with a call, and ended by the host's own sign. */
  async screenShareEnded(stage) {
    const { room } = await openMeeting(stage)
    const picker = await opens(stage, () => room.getByRole('button', { name: 'Share your screen' }).click())
    await expect(picker.getByRole('heading', { name: 'What shall the others see?' })).toBeVisible()
    const sign = await opens(stage, () =>
      picker.getByRole('link', { name: 'Notes' }).click({ noWaitAfter: true }),
    )
    await expect(sign.getByText('You are sharing Notes')).toBeVisible()
    await expect(room.getByText('The others see this.')).toBeVisible()
    const closed = sign.waitForEvent('close')
    await sign.getByRole('link', { name: 'Stop' }).click({ noWaitAfter: true })
    await closed
    await expect(room.getByRole('button', { name: 'Share your screen' })).toBeVisible()
    await room.close()
  },

  async openDevtools(stage) {
    await openFromAccount(stage, 'Open Devtools')
    const isOpen = () =>
      stage.client.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.isDevToolsOpened(),
      )
    await expect.poll(isOpen).toBe(true)
  },

  /** No update waits here, and the host says so: what is checked is the way there and back. */
  async installUpdate({ window, client: { app } }) {
    await app.evaluate(
      ({ BrowserWindow }, channel) =>
        BrowserWindow.getAllWindows()[0]?.webContents.send(channel, { version: '99.0.0' }),
      eventChannel('updateReady'),
    )
    const question = window.getByRole('dialog', { name: 'Update the desktop client' })
    await expect(question).toContainText('Version 99.0.0 is ready')
    await question.getByRole('button', { name: 'Restart now' }).click()
    await expect(window.getByText('No update is waiting.')).toBeVisible()
  },

  async takeAppLink(stage) {
    await openLink(stage, 'fieldwork-app://launch?source=chat')
    await expect(stage.window).toHaveURL(/\/connect-plus\/chat/)
  },

  /** Support sends the client away. */
  async exit({ client, support, person }) {
    const process = client.app.process()
    const order = { userID: person.userID, remoteCommand: { command: 'HOST', hostCommand: 'exit' } }
    // Until the window's hub stands, nobody hears of it.
    await expect(async () => {
      await support.post('/api/support/remote-command', order)
      await expect.poll(() => process.exitCode, { timeout: 2_000 }).toBe(0)
    }).toPass()
  },
} satisfies UiCommands
