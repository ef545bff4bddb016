import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { commentPip, type DevelopmentRecords, developmentRecords } from '#shared/contract/development.ts'
import { replyToNote } from '#shared/contract/file-notes.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { DevelopmentScreen } from './index.ts'

const AT = '2026-05-04T12:00:00.000Z'
const ALL: PermissionName[] = [
  ...(['ITRACKER_CAN_SEE_MY_DEVELOPMENT', 'ITRACKER_CAN_SEE_COACHING', 'ITRACKER_CAN_SEE_PIPS'] as const),
  ...(['ITRACKER_CAN_SEE_FILE_NOTES', 'ITRACKER_CAN_SEE_TRAINING'] as const),
]
const NOTHING: DevelopmentRecords = { coaching: [], pips: [], fileNotes: [], training: [], skills: [] }

function open(tab: string, permissions = ALL, records: Partial<DevelopmentRecords> = {}) {
  const server = fakeLive()
  server.services.session.signIn(testToken(permissions))
  server.answer(developmentRecords, () => ({ ...NOTHING, ...records }))
  server.answer(replyToNote, () => ({ done: true }))
  server.answer(commentPip, () => ({ done: true }))
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  renderSignedIn(server.services, server.around(<DevelopmentScreen />), `/tracker/my-development?tab=${tab}`)
  return { ...server, sent, user: userEvent.setup() }
}
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'My development' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('D109 each part has its tab only with its permission', async () => {
  open('skills')
  expect(await screen.findByText('No skills yet.')).toBeDefined()
  expect(tabs()).toEqual([
    ...['Overview', 'Coaching', 'Performance improvement', 'File notes', 'Training', 'Skills', 'Checklist'],
  ])
})

test('D109 without permissions there are neither coaching, plans, notes nor training', async () => {
  open('skills', ['ITRACKER_CAN_SEE_MY_DEVELOPMENT'])
  expect(await screen.findByText('No skills yet.')).toBeDefined()
  expect(tabs()).toEqual(['Overview', 'Skills', 'Checklist'])
})

test.each([
  ['coaching', 'No coaching yet.'],
  ['improvement', 'You are not on an improvement plan.'],
  ['notes', 'No notes.'],
  ['training', 'No training yet.'],
])('an empty %s says so', async (tab, words) => {
  open(tab)
  expect(await screen.findByText(words)).toBeDefined()
})

test('D109 a file note says who wrote it, and is replied to once', async () => {
  const { user, sent } = open('notes', ALL, {
    fileNotes: [
      { id: 3, by: 'Sam', at: AT, kind: 'CONCERN', text: 'Late twice', acknowledgedAt: null, reply: '' },
      {
        id: 4,
        by: 'Sam',
        at: AT,
        kind: 'RECOGNITION',
        text: 'Well done',
        acknowledgedAt: AT,
        reply: 'Thanks',
      },
    ],
  })
  const notes = within(await screen.findByRole('list', { name: 'File notes' })).getAllByRole('listitem')
  expect(notes[0]?.textContent).toContain('Concern4 May 2026, 13:00 · by SamLate twice')
  expect(notes[1]?.textContent).toContain('You replied: Thanks')
  expect(screen.getAllByRole('button', { name: 'Reply' })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Reply' }))
  await user.type(screen.getByRole('textbox'), 'The tram')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(sent(replyToNote)).toEqual([{ id: 3, text: 'The tram' }])
})

test('a plan shows from, target and now, the days left and its meetings, which are commented on', async () => {
  const { user, sent } = open('improvement', ALL, {
    pips: [
      {
        ...{ id: 1, owner: 'Sam', reason: 'Quality', support: '', start: '2026-04-27', end: '2026-05-24' },
        ...{
          daysLeft: 21,
          state: 'ACTIVE',
          measures: [{ measure: 'qcScore', from: 60, target: 86, now: 85.5 }],
        },
        meetings: [{ id: 9, at: AT, notes: 'Went well', comment: '', commentedAt: null }],
      },
    ],
  })
  expect(await screen.findByText('27 Apr 2026 – 24 May 2026 · 21 days left · with Sam')).toBeDefined()
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['60', '86', '85.5'])
  await user.click(screen.getByRole('button', { name: /^Comment on the meeting/ }))
  await user.type(screen.getByRole('textbox'), 'I agree')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(sent(commentPip)).toEqual([{ id: 9, comment: 'I agree' }])
})
