import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  getFaq,
  getTicketDesk,
  getTour,
  listFaq,
  listTours,
  missedFaq,
  publishFaq,
  saveFaq,
  saveTeamMember,
  saveTicketDesk,
  saveTour,
  settleMiss,
  tourFinishers,
} from '#shared/contract/help-center.ts'
import { getViews } from '#shared/contract/views.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { usualQuestions } from '#shared/domain/ticket-guide.ts'
import { faqRecord } from '#shared/records/support/faq.ts'
import { tourRecord } from '#shared/records/support/tour.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { HelpCenterPage } from './index.ts'
import { TEXT } from './text.ts'

const AT = '2026-05-04T12:00:00.000Z'
const QUESTION = {
  ...{ id: 3, version: 2, question: 'Where do I park?', answer: 'Behind.', category: 'Office', place: 1 },
  ...{ audience: ['CAN_INTERVIEW' as const], state: 'DRAFT' as const, isForAll: false },
  ...{ views: 4, helpful: 2, notHelpful: 1, updatedAt: AT },
}
const TOUR = {
  ...{ id: 5, version: 1, name: 'First day', audience: [], isForAll: true, stops: 2, lost: 1, finished: 1 },
  steps: [
    { element: 'side-bar', title: 'Here', text: 'All of it.', placement: 'RIGHT' as const },
    { element: 'tour-that-went', title: 'There', text: '', placement: 'AUTO' as const },
  ],
  updatedAt: AT,
}
const DIALLER = {
  ...{ name: 'Dialler', team: 'Network', isRetired: false },
  questions: [{ message: 'Who?', options: ['Me'] }],
}
const OTHER = { name: 'Other', team: '', isRetired: false, questions: [] }
const DESK = {
  clocks: {
    EMERGENCY: { response: 15, resolution: 240 },
    HIGH: { response: 30, resolution: 480 },
    MEDIUM: { response: 120, resolution: 1440 },
    LOW: { response: 480, resolution: 4320 },
  },
  types: [DIALLER, OTHER],
  teams: ['Network', 'Payroll'],
  members: [{ team: 'Payroll', people: [{ userID: 9, displayName: 'Ann Ash' }] }],
  versions: { clocks: 0, types: 4, teams: 0 },
}
const listed = (rows: readonly object[], columns: object) => ({
  rows: rows as never,
  ...{ total: rows.length, isMore: false, asOf: AT, columns: Object.keys(columns) },
})

const READER: readonly PermissionName[] = ['SUPPORT_CAN_SEE_MODULE', 'SUPPORT_HELP_CENTER']
const EDITOR: readonly PermissionName[] = [...READER, 'SUPPORT_CAN_EDIT_USER_SETTINGS']

function open(address: string, permissions = EDITOR) {
  const server = fakeLive()
  server.services.session.signIn(testToken([...permissions]))
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listFaq, () => listed([QUESTION], faqRecord.columns))
  server.answer(getFaq, () => QUESTION)
  server.answer(listTours, () => listed([TOUR], tourRecord.columns))
  server.answer(getTour, () => TOUR)
  server.answer(getTicketDesk, () => DESK)
  server.answer(missedFaq, () => ({
    misses: [{ searchTerm: 'bike shed', people: 2, times: 3, lastAt: AT }],
  }))
  renderSignedIn(server.services, server.around(<HelpCenterPage />), `/support/help-center${address}`)
  const requests = (path: string) =>
    server.made.filter((one) => one.path === path).map(({ request }) => request)
  return { ...server, requests, user: userEvent.setup() }
}

test('A137 a question is published from its panel, and its audience, views and votes stand there', async () => {
  const at = open('?tab=questions&open=3')
  at.answer(publishFaq, () => ({ ...QUESTION, version: 3, state: 'PUBLISHED' }))
  expect((await screen.findByRole('row', { name: /Where do I park/ })).textContent).toMatch(/Office.*Draft/)
  await at.user.click(await screen.findByRole('button', { name: 'Publish' }))
  expect(at.requests(publishFaq.path)).toEqual([{ id: 3, version: 2, state: 'PUBLISHED' }])
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy()
  expect(screen.getByText('2 yes · 1 no')).toBeTruthy()
  at.answer(saveFaq, () => QUESTION)
  await at.user.type(screen.getByRole('textbox', { name: /Answer/ }), ' Ask.')
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(at.requests(saveFaq.path)).toMatchObject([
      { id: 3, version: 3, answer: 'Behind. Ask.', audience: ['CAN_INTERVIEW'] },
    ]),
  )
})

test('A137 who only reads the help centre changes nothing there', async () => {
  open('?tab=questions&open=3', READER)
  const answer = await screen.findByRole('textbox', { name: /Answer/ })
  expect(answer).toHaveProperty('readOnly', true)
  for (const name of ['Publish', 'Save', 'Add question'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('A137 what was looked for in vain becomes a question, or is taken off the list', async () => {
  const at = open('?tab=searches')
  at.answer(settleMiss, () => ({ done: true }))
  const row = await screen.findByRole('row', { name: /bike shed/ })
  expect(row.textContent).toContain('23')
  at.answer(missedFaq, () => ({ misses: [] }))
  await at.user.click(within(row).getByRole('button', { name: 'Write an answer to ‘bike shed’' }))
  expect(await screen.findByDisplayValue('bike shed')).toHaveProperty('name', 'question')
  await at.user.click(screen.getByRole('link', { name: 'Not found' }))
  expect(await screen.findByText('Every search found something.')).toBeTruthy()
})

test('A137 taken off the list, it is gone', async () => {
  const at = open('?tab=searches')
  at.answer(settleMiss, () => ({ done: true }))
  const settle = await screen.findByRole('button', { name: 'Take ‘bike shed’ off the list' })
  at.answer(missedFaq, () => ({ misses: [] }))
  await at.user.click(settle)
  expect(await screen.findByText('Every search found something.')).toBeTruthy()
  expect(at.requests(settleMiss.path)).toEqual([{ searchTerm: 'bike shed' }])
})

test('A137 a tour’s stops are put in order, one without a target is marked, and it is previewed', async () => {
  const at = open('?tab=tours&open=5')
  at.answer(tourFinishers, () => ({ people: [{ userID: 9, displayName: 'Ann Ash', finishedAt: AT }] }))
  at.answer(saveTour, () => TOUR)
  const second = await screen.findByRole('region', { name: 'Stop 2' })
  expect(within(second).getByText(/isn’t in the menu/)).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Stop 1' })).queryByText(/isn’t in the menu/)).toBeNull()
  expect(await screen.findByText(/Ann Ash/)).toBeTruthy()
  await at.user.click(screen.getByRole('button', { name: 'Preview' }))
  expect(at.services.dialogs.store.getState()).toMatchObject([
    { name: 'tour', params: { steps: TOUR.steps } },
  ])
  await at.user.click(screen.getByRole('button', { name: 'Move stop 2 up' }))
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(at.requests(saveTour.path)).toMatchObject([
      { id: 5, version: 1, steps: [TOUR.steps[1], TOUR.steps[0]] },
    ]),
  )
  await at.user.click(screen.getByRole('button', { name: 'Add a stop' }))
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Each stop needs a title.')).toBeTruthy()
  expect(at.requests(saveTour.path)).toHaveLength(1)
})

test('5 §5.13 types, teams and clocks are changed together, in hours or minutes', async () => {
  const at = open('?tab=desk')
  at.answer(saveTicketDesk, (desk) => ({ ...(desk as typeof DESK), members: [] }))
  const clock = await screen.findByRole('textbox', { name: 'First answer within, Low' })
  expect(clock).toHaveProperty('value', '8')
  const save = screen.getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  await at.user.clear(clock)
  await at.user.type(clock, '100')
  expect(screen.getByText('Not before the first answer.')).toBeTruthy()
  await at.user.click(save)
  expect(await screen.findByText('A clock is out of its limits.')).toBeTruthy()
  expect(at.requests(saveTicketDesk.path)).toEqual([])
  await at.user.clear(clock)
  await at.user.type(clock, '2')
  await at.user.selectOptions(
    screen.getByRole('combobox', { name: 'Unit: Resolved within, Emergency' }),
    'minutes',
  )
  await at.user.clear(screen.getByRole('textbox', { name: 'Resolved within, Emergency' }))
  await at.user.type(screen.getByRole('textbox', { name: 'Resolved within, Emergency' }), '90')

  await at.user.click(screen.getByRole('switch', { name: 'Other in use' }))
  // The last one stays in use.
  expect(screen.getByRole('switch', { name: 'Dialler in use' })).toHaveProperty('disabled', true)
  await at.user.type(screen.getByRole('textbox', { name: 'New type' }), 'Keys{Enter}')
  await at.user.selectOptions(screen.getByRole('combobox', { name: 'Team for Keys' }), 'Payroll')
  // A type whose team goes has none.
  await at.user.click(screen.getByRole('button', { name: 'Remove Network' }))
  await at.user.click(save)
  await waitFor(() =>
    expect(at.requests(saveTicketDesk.path)).toEqual([
      {
        clocks: {
          ...DESK.clocks,
          LOW: { response: 120, resolution: 4320 },
          EMERGENCY: { response: 15, resolution: 90 },
        },
        types: [
          { ...DIALLER, team: '' },
          { ...OTHER, isRetired: true },
          { name: 'Keys', team: 'Payroll', isRetired: false, questions: usualQuestions('Keys') },
        ],
        teams: ['Payroll'],
        versions: DESK.versions,
      },
    ]),
  )
  // What is saved can be retired, and not removed.
  expect(await screen.findByRole('switch', { name: 'Keys in use' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove Keys' })).toBeNull()
})

test('5 §5.13 types are renamed and put in order, and their questions changed', async () => {
  const at = open('?tab=desk')
  at.answer(saveTicketDesk, (desk) => ({ ...(desk as typeof DESK), members: [] }))
  const name = await screen.findByRole('textbox', { name: 'Name of Dialler' })
  await at.user.clear(name)
  expect(screen.getByText('A type needs a name.')).toBeTruthy()
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText(TEXT.typesWrong)).toBeTruthy()
  await at.user.type(name, 'Phones')
  await at.user.click(screen.getByRole('button', { name: 'Move Phones down' }))
  expect(screen.getByRole('button', { name: 'Move Phones down' })).toHaveProperty('disabled', true)
  await at.user.click(screen.getByRole('button', { name: '1 question about Phones' }))
  const questions = within(screen.getByRole('region', { name: 'Questions about Phones' }))
  await at.user.type(
    questions.getByRole('textbox', { name: 'Answers to question 1' }),
    '{Enter}My team{Enter}',
  )
  await at.user.click(questions.getByRole('button', { name: 'Add a question' }))
  await at.user.type(questions.getByRole('textbox', { name: 'Question 2' }), 'who?')
  expect(questions.getByText('It is asked already.')).toBeTruthy()
  await at.user.type(questions.getByRole('textbox', { name: 'Question 2' }), ' How long')
  await at.user.click(questions.getByRole('button', { name: 'Move Question 2 up' }))
  await at.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(at.requests(saveTicketDesk.path)).toMatchObject([
      {
        types: [
          OTHER,
          {
            ...{ name: 'Phones', was: 'Dialler' },
            questions: [
              { message: 'who? How long', options: [] },
              { message: 'Who?', options: ['Me', 'My team'] },
            ],
          },
        ],
      },
    ]),
  )
})

test('5 §5.13 members of a team are shown, and taken out at once; a team that isn’t saved has none yet', async () => {
  const at = open('?tab=desk')
  at.answer(saveTeamMember, () => ({ ...DESK, members: [] }))
  await at.user.click(await screen.findByRole('button', { name: '1 member of Payroll' }))
  await at.user.click(screen.getByRole('button', { name: 'Take Ann Ash out of Payroll' }))
  expect(at.requests(saveTeamMember.path)).toEqual([{ team: 'Payroll', userID: 9, isMember: false }])
  await waitFor(() => expect(screen.queryByText('Ann Ash')).toBeNull())
  await at.user.type(screen.getByRole('textbox', { name: 'New team' }), 'Night desk{Enter}')
  expect(screen.getByText(TEXT.saveFirst)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /of Night desk/ })).toBeNull()
})

test('5 §5.13 who only reads the help centre reads types, teams and clocks', async () => {
  open('?tab=desk', READER)
  const clocks = await screen.findByRole('region', { name: 'Clocks' })
  expect(clocks.textContent).toMatch(/Low.*8 hours.*72 hours/)
  for (const role of ['textbox', 'combobox', 'switch']) expect(screen.queryByRole(role)).toBeNull()
  for (const name of ['Save', 'Add type', 'Add team', 'Remove Network'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})
