import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  applicantChoices,
  applicantImports,
  applicantTimeline,
  getApplicant,
  importApplicants,
  listApplicants,
  mergeApplicants,
  moveApplicant,
  saveApplicant,
} from '#shared/contract/applicants.ts'
import { listPending } from '#shared/contract/pending-recruitment.ts'
import { issueApplication } from '#shared/contract/public-links.ts'
import { getViews } from '#shared/contract/views.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { applicantRecord } from '#shared/records/recruitment/applicant.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { RecruitmentUsersScreen } from './index.ts'

const AT = '2026-05-04T12:00:00.000Z'
const NED = {
  ...{ id: 1, version: 3, name: 'Ned New', email: 'ned@mail.example', mobile: '', address: '' },
  ...{ source: 'WEBSITE' as const, agencyID: null, languages: 'Welsh', skills: '', availability: '' },
  ...{
    workLocation: 'OFFICE' as const,
    notes: '',
    hasConsent: true,
    agencyName: null,
    stage: 'TEST' as const,
  },
  ...{ stageReason: '', mayApplyFrom: null, daysInStage: 2, rightToWork: 'NOT_CHECKED' as const },
  ...{ ownerID: null, ownerName: null, createdAt: AT, isDouble: true },
}
const PROCESS = 'IRECRUITMENT_CAN_PROCESS_NEW_PERSON'

function open(permissions: readonly PermissionName[], address = '/recruitment/users') {
  const server = fakeServices()
  server.services.session.signIn(testToken(permissions))
  server.answer(getViews, () => ({ views: [] }))
  const page = { isMore: false, asOf: AT, columns: Object.keys(applicantRecord.columns) }
  server.answer(listApplicants, () => ({ ...page, rows: [NED], total: 1 }))
  server.answer(listPending, () => ({
    rows: [],
    total: 0,
    isMore: false,
    asOf: AT,
    columns: ['displayName'],
  }))
  server.answer(getApplicant, () => NED)
  server.answer(applicantChoices, () => ({ agencies: [{ id: 4, name: 'Bright' }] }))
  server.answer(applicantImports, () => ({ imports: [] }))
  server.answer(applicantTimeline, () => ({
    entries: [
      { id: 9, at: AT, byName: 'Rita', action: 'APPLICANT_MOVED', stage: 'Test', reason: '' },
      {
        id: 8,
        at: AT,
        byName: 'Application form',
        action: 'APPLICANT_APPLIED',
        stage: 'New',
        reason: 'Leeds',
      },
    ],
    doubles: [{ id: 2, name: 'N. New', stage: 'NEW' }],
  }))
  renderSignedIn(server.services, <RecruitmentUsersScreen />, address)
  const sent = ({ path }: { path: string }) =>
    server.made.filter((one) => one.path === path).map(({ request }) => request)
  return { server, sent, user: userEvent.setup() }
}

test('B039 the Onboarding tab shows with its permission only', async () => {
  open([PROCESS])
  expect(await screen.findByRole('row', { name: /Ned New/ })).toBeTruthy()
  const nav = screen.getByRole('navigation', { name: 'Recruitment' })
  expect([...nav.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual(['Applicants'])
})

test('B039 who holds nothing but the tab sees tasks, and neither applicants nor who is added', async () => {
  const { sent } = open(['IRECRUITMENT_CAN_SEE_ONBOARDING_TAB'])
  expect(await screen.findByText('Nobody is waiting to start.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Applicants' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add starter' })).toBeNull()
  expect(sent(listApplicants)).toEqual([])
})

test('6 §3.4 a stage is moved with a reason where it needs one, and an applicant merged with who is the same', async () => {
  const { server, sent, user } = open([PROCESS], '/recruitment/users?open=1')
  expect((await screen.findByRole('list', { name: 'Timeline' })).textContent).toContain(
    'Applied through a form',
  )
  expect(screen.getByText(/Test for 2 days/)).toBeTruthy()
  server.answer(moveApplicant, () => ({ ...NED, version: 4, stage: 'INTERVIEW' as const }))
  await user.click(screen.getByRole('button', { name: 'Move to interview' }))
  const submit = () =>
    screen.getAllByRole('button', { name: 'Move to interview' }).at(-1) as HTMLButtonElement
  expect(submit().disabled).toBe(true)
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Was here before')
  await user.click(submit())
  await waitFor(() =>
    expect(sent(moveApplicant)).toEqual([
      { id: 1, version: 3, stage: 'INTERVIEW', reason: 'Was here before', mayApplyFrom: null },
    ]),
  )
  server.answer(mergeApplicants, () => NED)
  await user.click(await screen.findByRole('button', { name: 'Merge with N. New' }))
  const { prompts } = server.services
  await waitFor(() => expect(prompts.store.getState()).toHaveLength(1))
  const [prompt] = prompts.store.getState()
  if (prompt) act(() => prompts.answer(prompt.id, true))
  await waitFor(() => expect(sent(mergeApplicants)).toMatchObject([{ id: 1, otherID: 2 }]))
})

test('6 §3.4 applicants are added with consent, and imported once the dry run was seen and the consent ticked', async () => {
  const { server, sent, user } = open([PROCESS], '/recruitment/users?open=new')
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Zoe Zed')
  await user.type(screen.getByRole('textbox', { name: /^Mobile/ }), '07700 900777')
  await user.click(screen.getByRole('checkbox', { name: /They agreed/ }))
  server.answer(saveApplicant, () => ({ ...NED, id: 5, name: 'Zoe Zed' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(saveApplicant)).toMatchObject([{ name: 'Zoe Zed', hasConsent: true }]))
  await user.click(screen.getByRole('button', { name: 'Import' }))
  const checked = {
    ...{ headings: ['Name', 'Mail'], columns: ['name' as const, 'email' as const], seen: 'abc' },
    rows: [{ number: 2, outcome: 'ADD' as const, name: 'Kim', problems: [] }],
    report: '',
  }
  server.answer(importApplicants, ({ seen }: { seen?: string }) => ({
    ...checked,
    importID: seen === undefined ? null : 3,
  }))
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!found) throw new Error('no way to choose a file')
    return found
  })
  await user.upload(input, new File(['x'], 'fair.csv', { type: 'text/csv' }))
  const start = () => screen.getByRole('button', { name: 'Import 1 applicant' }) as HTMLButtonElement
  await screen.findByText('2 of 2 columns are read')
  expect(start().disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: /Those in the file/ }))
  await user.click(start())
  await waitFor(() => expect(sent(importApplicants)).toHaveLength(2))
  expect(sent(importApplicants)[1]).toMatchObject({ seen: 'abc', hasConsent: 'true', mode: 'ADD' })
})

test('6 §3 a form is made, and its address told once', async () => {
  const { server, sent, user } = open([PROCESS])
  server.answer(issueApplication, () => ({
    url: 'https://f.example/public/apply/t',
    token: 't',
    expiresAt: AT,
  }))
  await user.click(await screen.findByRole('button', { name: 'Application form' }))
  await user.type(await screen.findByRole('textbox', { name: /What for/ }), 'Interviewer')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Good for' }), '30')
  await user.click(screen.getByRole('button', { name: 'Make the form' }))
  expect(await screen.findByDisplayValue('https://f.example/public/apply/t')).toBeTruthy()
  expect(sent(issueApplication)).toEqual([{ subject: { title: 'Interviewer', intro: '' }, days: 30 }])
})
