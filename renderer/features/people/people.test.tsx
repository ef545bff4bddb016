import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  getPerson,
  listPeople,
  type PersonDetails,
  personChecklist,
  personHistory,
} from '#shared/contract/admin-users.ts'
import {
  liftSuspension,
  newPerson,
  personOptions,
  searchManagers,
  suspendPerson,
} from '#shared/contract/people-keeping.ts'
import { getViews } from '#shared/contract/views.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { leaverRecord } from '#shared/records/admin/leaver.ts'
import { personRecord } from '#shared/records/admin/person.ts'
import { plannedPersonRecord } from '#shared/records/resource/planned-person.ts'
import { teamPersonRecord } from '#shared/records/supervisor/team-person.ts'
import { supportPersonRecord } from '#shared/records/support/support-person.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { PeopleTab } from './index.ts'
import { ANN } from './testing/ann.ts'

function open(address: string, permissions: PermissionName[] = ['ADMIN_CAN_SEE_USERS']) {
  const timers = manualTimers()
  const server = fakeLive({ timers })
  const { personNews } = server.live
  server.services.session.signIn(testToken(permissions))
  const shown = { person: ANN, others: [] as PersonDetails[] }
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listPeople, () => ({
    rows: [shown.person, ...shown.others],
    ...{ total: 1 + shown.others.length, isMore: false, asOf: '2026-05-04T12:00:00.000Z' },
    columns: ['displayName', 'userName', 'userType', 'roles', 'areaName', 'status', 'isLocked'],
  }))
  server.answer(getPerson, () => shown.person)
  server.answer(personChecklist, () => ({
    tasks: [
      {
        ...{ id: 1, task: 'Sign the contract', responsible: 'USER', fileName: 'contract.pdf' },
        ...{ completedAt: '2026-05-01T09:00:00.000Z', completedBy: 'Ann Ash' },
      },
      {
        ...{ id: 2, task: 'Order a headset', responsible: 'EMPLOYER', fileName: '' },
        ...{ completedAt: null, completedBy: null },
      },
    ],
  }))
  server.answer(personHistory, () => ({
    entries: [
      {
        ...{ id: 3, at: '2026-05-02T09:00:00.000Z', actorName: 'Tom', action: 'PERSON_CHANGED', reason: '' },
        changes: [{ field: 'areaName', before: 'York', after: 'Leeds' }],
      },
    ],
    isMore: false,
  }))
  renderSignedIn(server.services, server.around(<PeopleTab />), address)
  return { server, timers, personNews, shown, user: userEvent.setup() }
}

test.each([personRecord, leaverRecord, teamPersonRecord, plannedPersonRecord, supportPersonRecord])(
  'A024 $page begins with the core columns',
  ({ columns }) => {
    const labels = Object.values(columns).map(({ label }) => label)
    expect(labels.slice(0, 10)).toEqual([
      ...['Name', 'User name', 'User type', 'Roles', 'Area', 'Manager', 'Agency', 'Contract type'],
      ...['Status', 'Last sign-in'],
    ])
  },
)

test('A024 the list has the core columns, and a panel with what is known of one, part by part', async () => {
  const { user, server, shown } = open('/admin/active-users')
  shown.person = {
    ...ANN,
    ...{ agencyName: 'North Temps', leaveDate: '2026-06-30', payrollNumber: 'P-17' },
    ...{ coreHours: '9 to 5', availability: 'Evenings' },
  }
  const row = await screen.findByRole('row', { name: /Ann Ash/ })
  expect(row.textContent).toMatch(/Ann Ash.*ann.*Interviewer.*Leeds.*Active.*No/)
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  // Columns without any value aren't shown at first.
  expect(heads).toEqual(['', ...['Name', 'User name', 'User type', 'Roles', 'Area', 'Status', 'Locked']])
  await user.click(row)
  const panel = within(await screen.findByRole('complementary', { name: 'person' }))
  expect(await panel.findByText('Anna Ash')).toBeTruthy()
  expect(panel.getByText('Active').dataset.status).toBe('ACTIVE')
  expect(panel.getByRole('tab', { name: 'Overview' }).getAttribute('aria-selected')).toBe('true')
  await user.click(panel.getByRole('tab', { name: 'Employment' }))
  expect(await panel.findByText('Welsh, English')).toBeTruthy()
  const facts = panel.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
  expect(facts).toEqual([
    ['Contract type', 'Permanent'],
    ['Agency', 'North Temps'],
    ['Start date', '3 Feb 2026'],
    ['Leave date', '30 Jun 2026'],
    ['Weekly hours', '37.5'],
    ['Payroll number', 'P-17'],
    ['Works at', 'Home'],
    ['Core hours', '9 to 5'],
    ['Availability', 'Evenings'],
    ['Opted out of the 48-hour week', 'No'],
    ['Languages', 'Welsh, English'],
  ])
  await user.click(panel.getByRole('tab', { name: 'Roles' }))
  expect((await panel.findByRole('link')).getAttribute('href')).toContain('person=7')
  await user.click(panel.getByRole('tab', { name: 'Checklist' }))
  expect(await panel.findByText('1 of 2 done')).toBeTruthy()
  expect(panel.getByText(/Ann Ash, 1 May 2026/)).toBeTruthy()
  // The arrow keys go on from the tab that has the focus.
  await user.keyboard('{ArrowRight}')
  expect(await panel.findByText('areaName: York → Leeds')).toBeTruthy()
  expect(server.made.filter(({ path }) => path === getPerson.path)).toHaveLength(1)
})

test('what others change shows within a second, and rows under somebody’s hand stay until they ask', async () => {
  const { timers, personNews, shown, user } = open('/admin/active-users')
  const row = await screen.findByRole('row', { name: /Ann Ash/ })
  shown.person = { ...ANN, status: 'SUSPENDED', version: 2 }
  act(() => personNews.tell(7))
  await act(async () => timers.pass(1000))
  await waitFor(() => expect(row.textContent).toMatch(/Suspended/))
  expect(row.querySelector('[data-marked]')?.textContent).toBe('Suspended')
  await act(async () => timers.pass(2000))
  expect(row.querySelector('[data-marked]')).toBeNull()

  within(row).getByText('Suspended').focus()
  shown.others = [{ ...ANN, id: 8, displayName: 'Aaron' }]
  act(() => personNews.tell(8))
  await act(async () => timers.pass(1000))
  expect(await screen.findByText('1 change')).toBeTruthy()
  expect(screen.queryByRole('row', { name: /Aaron/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByRole('row', { name: /Aaron/ })).toBeTruthy()
})

const OPTIONS = {
  areas: [{ id: 1, name: 'Leeds' }],
  agencies: [{ id: 3, name: 'Bright Staffing' }],
  contractTypes: [
    { id: 1, name: 'Employee', isAgency: false },
    { id: 2, name: 'Agency worker', isAgency: true },
  ],
  roles: [
    { id: 5, name: 'Interviewer', defaultUserTypes: ['INTERVIEWER'], mayGive: true },
    { id: 6, name: 'Administrator', defaultUserTypes: ['ADMIN'], mayGive: false },
  ],
  skills: [],
  languages: [],
  userTypes: ['INTERVIEWER' as const],
  isMailSetUp: false,
}

async function openForm(address: string) {
  const at = open(address, ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_USERS'])
  at.server.answer(personOptions, () => OPTIONS)
  at.server.answer(searchManagers, () => ({
    people: [{ id: 2, displayName: 'Tom Tall', userName: 'tom' }],
  }))
  return at
}

test('A034 A036 A039 somebody is made in the form; why not is told there, and a temporary password once', async () => {
  const { user, server } = await openForm('/admin/active-users')
  let isTaken = true
  server.answer(newPerson, () => {
    if (isTaken) throw refused(400, 'This address belongs to Ann Ash.')
    return { person: ANN, temporaryPassword: 'ABCD-EFGH-JKLM-NPQR' }
  })
  await user.click(await screen.findByRole('button', { name: 'New person' }))
  const panel = within(await screen.findByRole('complementary', { name: 'New person' }))
  const field = (name: RegExp) => panel.findByRole('textbox', { name })
  expect(await panel.findByText(/Mail is not set up here yet/)).toBeTruthy()
  await user.type(await field(/^Name/), 'Nia North')
  await user.type(await field(/^User name/), 'nia')
  await user.type(await field(/^E-mail/), 'ann@mail.example')
  await user.selectOptions(panel.getByRole('combobox', { name: /How they get in/ }), 'TEMPORARY_PASSWORD')
  // The role comes with the user type; roles beyond the viewer's aren't offered.
  await user.selectOptions(panel.getByRole('combobox', { name: /User type/ }), 'INTERVIEWER')
  expect(await panel.findByText('Interviewer', { selector: '.mantine-Pill-label' })).toBeTruthy()
  expect(panel.queryByRole('combobox', { name: /^Agency/ })).toBeNull()
  await user.click(await panel.findByRole('combobox', { name: /^Area/ }))
  await user.click(await screen.findByRole('option', { name: 'Leeds' }))
  await user.click(await panel.findByRole('combobox', { name: /^Contract type/ }))
  await user.click(await screen.findByRole('option', { name: 'Agency worker' }))
  await user.click(await panel.findByRole('combobox', { name: /^Agency/ }))
  await user.click(await screen.findByRole('option', { name: 'Bright Staffing' }))
  await user.click(await panel.findByRole('combobox', { name: /^Manager/ }))
  await user.click(await screen.findByRole('option', { name: 'Tom Tall' }))
  await user.click(panel.getByRole('button', { name: 'Save' }))
  expect(await panel.findByText('This address belongs to Ann Ash.')).toBeTruthy()
  isTaken = false
  await user.click(panel.getByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Temporary password of Ann Ash' }))
  expect(dialog.getByText('ABCD-EFGH-JKLM-NPQR')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'I have noted it' }))
  await waitFor(() => expect(screen.queryByText('ABCD-EFGH-JKLM-NPQR')).toBeNull())
  expect(server.made.filter(({ path }) => path === newPerson.path).at(-1)?.request).toMatchObject({
    ...{ displayName: 'Nia North', userName: 'nia', email: 'ann@mail.example', userType: 'INTERVIEWER' },
    ...{ access: 'TEMPORARY_PASSWORD', roleIDs: [5], areaID: 1, contractTypeID: 2, agencyID: 3 },
    ...{ managerID: 2, startDate: null, weeklyHours: null },
  })
})

test('A041 somebody is suspended from their panel with a reason, and let in again', async () => {
  const { user, server, shown } = await openForm('/admin/active-users?open=7')
  server.answer(suspendPerson, () => {
    shown.person = { ...ANN, status: 'SUSPENDED', version: 2 }
    return shown.person
  })
  server.answer(liftSuspension, () => {
    shown.person = { ...ANN, version: 3 }
    return shown.person
  })
  const panel = within(await screen.findByRole('complementary', { name: 'person' }))
  await user.click(await panel.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Suspend…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Ann Ash' }))
  expect((dialog.getByRole('button', { name: 'Suspend' }) as HTMLButtonElement).disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Under investigation')
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect(await panel.findByText('Suspended', { selector: '[data-status]' })).toBeTruthy()
  await user.click(await panel.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Lift suspension' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Lift suspension' }))
  expect(await panel.findByText('Active', { selector: '[data-status]' })).toBeTruthy()
  expect(server.made.filter(({ path }) => path === suspendPerson.path)).toMatchObject([
    { request: { id: 7, version: 1, reason: 'Under investigation', until: null } },
  ])
})
