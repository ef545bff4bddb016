import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  applicantChoices,
  applicantHiring,
  applicantImports,
  applicantTimeline,
  getApplicant,
  type Hiring,
  importApplicants,
  listApplicants,
  makeOffer,
  mergeApplicants,
  moveApplicant,
  saveApplicant,
  saveScorecard,
  withdrawOffer,
} from '#shared/contract/applicants.ts'
import { listPending } from '#shared/contract/pending-recruitment.ts'
import { issueApplication } from '#shared/contract/public-links.ts'
import { getViews } from '#shared/contract/views.ts'
import type { ApplicantStage } from '#shared/domain/applicants.ts'
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
const HIRING: Hiring = {
  ...{ own: null, others: [], othersCount: 0, average: null, offer: null },
  contractTypes: [
    { id: 1, name: 'Casual worker', rate: 1310 },
    { id: 2, name: 'Employee', rate: 1405 },
  ],
  areas: [{ id: 7, name: 'Leeds' }],
}

function open(
  permissions: readonly PermissionName[],
  address = '/recruitment/users',
  stage: ApplicantStage = 'TEST',
) {
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
  server.answer(getApplicant, () => ({ ...NED, stage }))
  server.answer(applicantChoices, () => ({ agencies: [{ id: 4, name: 'Bright' }] }))
  server.answer(applicantHiring, () => HIRING)
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

test('6 §3.3 a scorecard is filled in; the others’ are told once it is', async () => {
  const { server, sent, user } = open([PROCESS], '/recruitment/users?open=1', 'INTERVIEW')
  expect(await screen.findByText('Nobody has said anything yet.')).toBeTruthy()
  server.answer(saveScorecard, () => HIRING)
  server.answer(applicantHiring, () => ({
    ...HIRING,
    ...{ own: { score: 4, recommendation: 'HIRE', notes: 'Warm' }, othersCount: 1, average: 3.5 },
    others: [{ byName: 'Rob', score: 3, recommendation: 'HOLD', notes: '', at: AT }],
  }))
  await user.click(screen.getByRole('button', { name: 'Fill in my scorecard' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Scorecard of Ned New' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Score, 1 to 5' }), '4')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Recommendation' }), 'Hire')
  await user.type(dialog.getByRole('textbox', { name: 'Notes' }), 'Warm')
  // Escape asks about the scorecard; the applicant stays open behind it.
  await user.keyboard('{Escape}')
  const { prompts } = server.services
  await waitFor(() => expect(prompts.store.getState()).toMatchObject([{ title: 'Discard your changes?' }]))
  const [prompt] = prompts.store.getState()
  if (prompt) await act(async () => prompts.answer(prompt.id, false))
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes' }).value).toBe('Warm')
  expect(screen.getByRole('complementary')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent(saveScorecard)).toEqual([
      { applicantID: 1, score: 4, recommendation: 'HIRE', notes: 'Warm' },
    ]),
  )
  expect(await screen.findByText('3.5 of 5 on average')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Interview' }).textContent).toBe(
    'YouHire, 4 of 5WarmRobHold, 3 of 5',
  )
})

test('B038 an offer is made with the contract’s own rate, and withdrawn', async () => {
  const { server, sent, user } = open([PROCESS], '/recruitment/users?open=1', 'OFFER')
  server.services.prompts.ask = async () => true
  await user.click(await screen.findByRole('button', { name: 'Make an offer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'An offer to Ned New' }))
  const make = dialog.getByRole<HTMLButtonElement>('button', { name: 'Make an offer' })
  expect(make.disabled).toBe(true)
  const rate = dialog.getByRole<HTMLInputElement>('spinbutton', { name: /Pay an hour/ })
  expect(rate.value).toBe('13.10')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Contract' }), 'Employee')
  expect(rate.value).toBe('14.05')
  fireEvent.change(dialog.getByLabelText(/First day/), { target: { value: '2026-06-01' } })
  server.answer(makeOffer, () => ({ url: 'https://x.example/public/offer/t', isMailed: true }))
  const offer = {
    id: 5,
    state: 'OPEN' as const,
    contract: 'Employee',
    area: 'Leeds',
    startDate: '2026-06-01',
  }
  server.answer(applicantHiring, () => ({ ...HIRING, offer: { ...offer, rate: 1405, at: AT, until: AT } }))
  await user.click(make)
  await waitFor(() =>
    expect(sent(makeOffer)).toEqual([
      { id: 1, version: 3, contractTypeID: 2, areaID: 7, startDate: '2026-06-01', rate: 1405 },
    ]),
  )
  // The link is told only now: it stays until the recruiter closes it, also where nothing can be copied.
  const told = within(await screen.findByRole('dialog', { name: 'An offer to Ned New' }))
  expect(told.getByText('The offer was mailed. This is its link, too. It is told only now.')).toBeTruthy()
  expect(told.getByDisplayValue('https://x.example/public/offer/t')).toBeTruthy()
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)
  fireEvent.click(told.getByRole('button', { name: 'Copy' }))
  await waitFor(() =>
    expect(server.services.notices.store.getState().map(({ message }) => message)).toContain(
      'The browser did not allow it. Select the address and copy it.',
    ),
  )
  vi.restoreAllMocks()
  await user.click(told.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  expect(
    await screen.findByText(
      'Waits for an answer, until 4 May 2026. Employee, Leeds, from 1 June 2026, £14.05 an hour.',
    ),
  ).toBeTruthy()
  server.answer(withdrawOffer, () => ({ done: true }))
  await user.click(screen.getByRole('button', { name: 'Withdraw the offer' }))
  await waitFor(() => expect(sent(withdrawOffer)).toEqual([{ id: 1 }]))
})
