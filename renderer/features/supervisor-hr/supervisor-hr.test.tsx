import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listOneToOnes, saveOneToOne } from '#shared/contract/one-to-ones.ts'
import { listPips, proposePip } from '#shared/contract/pips.ts'
import {
  type ReturnForm,
  returnForms,
  saveReturnForm,
  signReturnForm,
} from '#shared/contract/return-to-work.ts'
import { supervisorHr } from '#shared/contract/supervisor-hr.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { SupervisorHrScreen } from './index.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const iso = (at: number) => new Date(at).toISOString()

function hrServer(address = '/supervisor/hr') {
  const live = fakeLive({ now: () => NOW })
  const { services, answer, around } = live
  services.session.signIn(testToken(['ISUPERVISOR_CAN_SEE_HR']))
  const me = services.session.store.getState().user?.id ?? 0
  answer(listOneToOnes, () => ({ talks: [] }))
  answer(returnForms, () => ({ forms: [] }))
  answer(listPips, () => ({ plans: [] }))
  answer(supervisorHr, () => ({ people: [], cases: [], notes: [], probations: [] }))
  const open = () => renderSignedIn(services, around(<SupervisorHrScreen />), address)
  return { ...live, me, open, user: userEvent.setup() }
}

test('4 §4.4.6 where nothing waits each tab says so, and one that fails says why', async () => {
  const { open, user, answer } = hrServer()
  answer(listPips, () => {
    throw new Error('down')
  })
  open()
  expect(await screen.findByText('Nothing waits for you.')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Improvement plans' }))
  expect(await screen.findByText('This page could not be loaded.')).toBeTruthy()
  for (const name of ['Return to work', 'Absence cases', 'File notes', 'Probation']) {
    await user.click(screen.getByRole('link', { name }))
    expect(await screen.findByRole('heading', { name })).toBeTruthy()
    expect(await screen.findByText('Nothing waits for you.')).toBeTruthy()
  }
})

test('4 §4.4.6 a talk is held and written up', async () => {
  const { open, user, answer, made } = hrServer()
  answer(listOneToOnes, () => ({
    talks: [
      {
        ...{ id: 5, version: 2, userID: 11, name: 'Ivy', dueDay: '2026-05-04', isLate: true },
        ...{ start: iso(NOW - 3_600_000), minutes: 30, agenda: 'The new project', sharedNotes: '' },
        ...{ privateNotes: '', actions: [], status: 'SCHEDULED' as const, heldAt: null, comment: '' },
        ...{ hostSignedAt: null, signedAt: null },
      },
    ],
  }))
  answer(saveOneToOne, () => ({ done: true as const }))
  open()
  const list = within(await screen.findByRole('list', { name: 'One-to-ones' }))
  expect(list.getByText('Overdue')).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Hold and write up…' }))
  await user.type(await screen.findByLabelText('Shared notes'), 'All well')
  await user.type(screen.getByLabelText('Agreed actions, one a line'), 'Listen weekly')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(made.find(({ path }) => path === saveOneToOne.path)?.request).toEqual({
      ...{ id: 5, version: 2, sharedNotes: 'All well', privateNotes: '', isHeld: true },
      actions: [{ text: 'Listen weekly', due: null, doneAt: null }],
    }),
  )
})

test('4 §4.4.6 the host fills a return-to-work form in and signs it; of another’s they see how it stands', async () => {
  const { open, user, answer, made, me } = hrServer('/supervisor/hr?tab=returns')
  const form = (id: number, more: Partial<ReturnForm>): ReturnForm => ({
    ...{ id, version: 1, userID: id, name: 'Ivy', hostID: me, host: 'Me', firstDay: '2026-04-21' },
    ...{ lastDay: '2026-04-30', calendarDays: 10, needsFitNote: true, dueDay: '2026-05-07', isLate: false },
    ...{ status: 'DRAFT', hostSignedAt: null, signedAt: null },
    answers: {
      ...{ certificate: null, fit: null, adjustments: [], adjustmentsUntil: null, followUp: null },
      hasFitNote: false,
    },
    health: { category: null, details: '', fitNotes: [] },
    ...more,
  })
  answer(returnForms, () => ({
    forms: [
      form(11, {}),
      form(12, { name: 'Ida', hostID: me + 1, host: 'Oz', answers: null, health: null, status: 'DUE' }),
    ],
  }))
  answer(saveReturnForm, () => ({ done: true as const }))
  answer(signReturnForm, () => ({ done: true as const }))
  open()
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual(['Ida', 'Ivy'])
  expect(within(rows[0] as HTMLElement).queryByRole('button')).toBeNull()
  expect(rows[0]?.textContent).toContain('Oz fills it in')
  expect(rows[1]?.textContent).toContain('Needs a fit note')
  await user.click(within(rows[1] as HTMLElement).getByRole('button', { name: 'Fill in…' }))
  await user.selectOptions(await screen.findByLabelText('Fit for work'), 'With adjustments')
  await user.click(screen.getByLabelText('More breaks'))
  await user.type(screen.getByLabelText('Health details'), 'Tired')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(made.find(({ path }) => path === saveReturnForm.path)?.request).toMatchObject({
      ...{ id: 11, version: 1, fit: 'WITH_ADJUSTMENTS', adjustments: ['MORE_BREAKS'], details: 'Tired' },
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  await waitFor(() =>
    expect(made.find(({ path }) => path === signReturnForm.path)?.request).toEqual({ id: 11, version: 1 }),
  )
})

test('4 §4.4.6 cases say their stage and next step, and an owner proposes how a plan ends', async () => {
  const { open, user, answer, made } = hrServer('/supervisor/hr?tab=absence')
  answer(supervisorHr, () => ({
    ...{ people: [{ id: 11, name: 'Ivy' }], notes: [] },
    cases: [
      {
        ...{ id: 1, userID: 11, name: 'Ivy', day: '2026-05-04', start: iso(NOW), end: iso(NOW + 3_600_000) },
        ...{ kind: 'NOT_IN' as const, state: 'OPEN' as const, lateMinutes: null },
        ...{ step: 'ATTEMPT' as const, stepAt: iso(NOW + 900_000) },
      },
    ],
    probations: [{ userID: 11, name: 'Ivy', startDate: '2026-03-01', ends: '2026-06-01', daysLeft: 28 }],
  }))
  answer(listPips, () => ({
    plans: [
      {
        ...{ id: 3, version: 4, userID: 11, name: 'Ivy', ownerID: 1, owner: 'Me', reason: 'Quality' },
        ...{ support: '', evidence: '', start: '2026-04-27', end: '2026-05-24', extendedFrom: null },
        ...{ daysLeft: 20, state: 'ACTIVE' as const, meetings: [], shownAt: null, comment: '' },
        measures: [{ measure: 'qcScore' as const, from: 60, target: 86, now: 76.5 }],
        ...{ commentedAt: null, proposal: null, proposalReason: '', decidedBy: null, decidedAt: null },
        ...{ decisionReason: '', appeal: '', appealedAt: null },
      },
    ],
  }))
  answer(proposePip, () => ({ done: true as const }))
  open()
  expect(await screen.findByText(/Next: try to reach them by Mon 4 May, 13:15/)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Probation (1)' }))
  expect(await screen.findByText('in 28 days')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Improvement plans (1)' }))
  await user.click(await screen.findByRole('button', { name: 'Propose an outcome…' }))
  await user.type(await screen.findByLabelText('Why'), 'All met')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(made.find(({ path }) => path === proposePip.path)?.request).toEqual({
      ...{ id: 3, version: 4, outcome: 'PASSED', reason: 'All met' },
    }),
  )
})
